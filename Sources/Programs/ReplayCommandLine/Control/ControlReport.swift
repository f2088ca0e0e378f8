package import ReplayControl
package import ReplayLibrary

/// What a command says that changes a running recording.
package enum ControlReport {
    /// - Parameters:
    ///   - reference: The recording; nil: the latest that is being made.
    ///   - what: The change as the user is told, such as “paused”.
    ///   - afterwards: What to do with a recording that is finished, with “REC” for its name; nil: nothing can be done.
    ///   - words: where the name of the recording may be; nil: `reference` alone.
    package static func run(
        _ reference: String?, _ output: OutputOptions, _ what: String, afterwards: String? = nil,
        words: [String]? = nil, _ change: (ScreenRecorder) async throws -> RecorderChange
    ) async throws {
        let recording = try running(reference, afterwards, words ?? [reference].compactMap(\.self))
        let result = try await change(try await ScreenRecorder.attach(to: recording))
        if output.json { return try Output.json(result) }
        let text = result.isChanged ? what : "\(what) already"
        print(recording.line("\(text) at \(result.time.timecode())"))
    }

    private static func running(_ reference: String?, _ afterwards: String?, _ words: [String]) throws -> Recording {
        let library = try RecordingLibrary.open()
        do {
            return try library.running(reference)
        } catch let error as RecorderError where error.kind == .notRecording {
            guard let afterwards, words.contains(where: library.isName) else { throw error }
            throw RecorderError(.notRecording, "\(error); \(AnswerExample.filled(afterwards, words: words))")
        }
    }
}

extension Recording {
    /// A line about the recording: its id, its name if it has one, and a text.
    package func line(_ text: String) -> String {
        [id.description, facts.name, text].compactMap(\.self).joined(separator: "  ").printable
    }
}

extension RecordingLibrary {
    /// The recording that is meant by a command to its recorder: by default the latest that is being made.
    package func running(_ reference: String?) throws -> Recording {
        guard reference == nil else {
            let recording = try recording(matching: reference)
            guard recording.state == .recording else {
                throw RecorderError(.notRecording, "“\(recording.displayName)” is not being recorded")
            }
            return recording
        }
        guard let running = try latestRunning() else {
            throw RecorderError(.notRecording, "nothing is being recorded")
        }
        return running
    }

    /// The latest that is being made, if any.
    package func latestRunning() throws -> Recording? { try recordingsInProgress().last }
}

/// A command to a recorder that is at work. It answers within 2 s, so it leaves the repair of other recordings, which may take
/// longer, to the commands that read them.
package protocol ControlsRecorder {}

extension Status: ControlsRecorder {}
extension Pause: ControlsRecorder {}
extension Resume: ControlsRecorder {}
extension Mute: ControlsRecorder {}
extension Unmute: ControlsRecorder {}
extension Cover: ControlsRecorder {}
extension Uncover: ControlsRecorder {}
extension Mark: ControlsRecorder {}
