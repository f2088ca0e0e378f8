import Replay

/// Records its own drawing, cuts the middle out, exports the rest and reports the progress. Then it cancels a second
/// export.
///
///     swift run Embedding FOLDER
///
/// writes `FOLDER/out.mp4`: a second of red and a second of blue.
@main struct Embedding {
    static func main() async throws {
        let folder = CommandLine.arguments.dropFirst().first ?? "."
        // A separate library. Without `home`, this would be the user's library.
        let library = try RecordingLibrary.open(home: folder)
        let recording = try await record(Drawing(), into: library)
        let edit = try cut(recording)
        try await export(recording, edit, to: folder + "/out.mp4")
        try await startAndCancel(recording, edit, to: folder + "/cancelled.mp4")
    }

    /// Appends video and audio. The samples carry their own times, so drawing may be faster or slower than real time.
    static func record(_ drawing: Drawing, into library: RecordingLibrary) async throws -> Recording {
        var configuration = SampleBufferRecorder.Configuration(width: drawing.width, height: drawing.height)
        configuration.framesPerSecond = drawing.framesPerSecond
        configuration.audio = [.application]
        let recorder = try SampleBufferRecorder(configuration, library: library)
        let start = HostTime.now
        for number in 0..<drawing.seconds * drawing.framesPerSecond {
            let time = start + .seconds(number) / drawing.framesPerSecond
            let frame = VideoSampleBuffer(
                pixels: drawing.frame(number), bytesPerRow: drawing.width * 4, time: time)
            // A game would drop the frame; this example waits.
            while recorder.append(frame) == .encoderIsBehind { try await Task.sleep(for: .milliseconds(1)) }
            if number % drawing.framesPerSecond == 0 {
                let audio = drawing.audio(number / drawing.framesPerSecond)
                recorder.append(AudioSampleBuffer(samples: audio, time: time), to: .application)
            }
        }
        return try await recorder.stop(at: start + .seconds(drawing.seconds))
    }

    /// Stores an edit beside the movie. The movie does not change, and the edit can be undone.
    static func cut(_ recording: Recording) throws -> Edit {
        var session = try EditSession(recording)
        try session.perform(.cut(TimeRange(start: .seconds(1), end: .seconds(2))))
        print("kept \(session.edit.editedDuration.seconds) of \(session.edit.duration.seconds) s")
        return session.edit
    }

    /// Renders the edited recording. The file gets its name when it is complete.
    static func export(_ recording: Recording, _ edit: Edit, to path: String) async throws {
        let exporter = Exporter(recording, edit: edit, preset: try .named("original"))
        for try await progress in exporter.export(to: path, overwriting: true) {
            switch progress {
            case .rendering(let done, let total): print("rendered \(done.seconds) of \(total.seconds) s")
            case .startedOver(let obstacle): print("renders all of it anew: \(obstacle)")
            case .finished(let result): print("wrote \(result.path): \(result.frames) frames")
            }
        }
    }

    /// Starts an export and cancels it, as a button would with `cancel()`. Leaving the loop, or cancelling its task,
    /// also cancels the export.
    static func startAndCancel(_ recording: Recording, _ edit: Edit, to path: String) async throws {
        var exporter = Exporter(recording, edit: edit, preset: try .named("original"))
        exporter.render = .full
        let cancellation = ExportCancellation()
        do {
            for try await _ in exporter.export(to: path, cancellation: cancellation) { cancellation.cancel() }
        } catch ExportError.cancelled {
            print("cancelled")
        }
    }
}
