import Foundation
import ReplayTestSupport
import Testing

/// Checks each kind of recording with each command that reads one, each export format and the page, all in one library.
@Suite(.serialized, .timeLimit(.minutes(30))) struct RecordingMatrixTests {
    @Test("Every kind of recording goes through every command, every kind of export, and the page")
    func matrix() throws {
        let library = try MatrixLibrary()
        for kind in RecordingKind.allCases {
            try commands(kind, library)
            try edits(kind, library)
            try exports(kind, library)
        }
        if PreviewJudge.matrix.isThere { try page(library) }
    }

    private struct Times: Decodable {
        let durationSeconds: Double
        let editedDurationSeconds: Double
    }

    private struct Stream: Decodable {
        let codec_type: String
        let nb_read_frames: String?
    }

    private func run(_ place: Workplace, _ arguments: [String]) throws -> ChildProcess.Outcome {
        let outcome = try place.start(arguments).wait()
        #expect(outcome.status == 0, "\(arguments): \(outcome.errors)\(outcome.output.suffix(500))")
        return outcome
    }

    /// Returns the number of frames of a file, as ffprobe decodes them. Any error that ffprobe prints is a failure.
    private func frames(_ path: String, of kind: String) throws -> Int {
        struct Found: Decodable { let streams: [Stream] }
        let probe = try ChildProcess([
            JudgeProgram.ffprobe, "-v", "error", "-count_frames", "-show_streams", "-of", "json", path,
        ]).wait()
        #expect(probe.status == 0 && probe.errors.isEmpty, "\(path): \(probe.errors)")
        let streams = try probe.json(Found.self).streams
        return streams.first { $0.codec_type == kind }?.nb_read_frames.flatMap { Int($0) } ?? 0
    }

    /// Checks that commands that read a recording accept it.
    private func commands(_ kind: RecordingKind, _ library: MatrixLibrary) throws {
        let (place, id) = (library.place, try #require(library.ids[kind]))
        let info = try run(place, ["info", id]).output
        #expect(info.contains("finished"), "\(info)")
        let times = try run(place, ["edits", id, "--json"]).json(Times.self)
        // The still end of a closed window is trimmed away. A slow machine leaves more of it.
        #expect(times.editedDurationSeconds > 1 && times.editedDurationSeconds < 8, "\(kind): \(times)")
        #expect(try run(place, ["list"]).output.contains(id))
        let reading: [[String]] = [
            ["info", id, "--json"], ["edits", id], ["still", id, "0.4", "-o", "still.png", "--force"],
            ["sheet", id, "-o", "sheet.png", "--force"], ["strip", id, "-o", "strip.png", "--force"],
            ["waveform", id, "-o", "wave.png", "--force"], ["export", id, "--explain"],
            ["edits", id, "--as", "otio"], ["edits", id, "--as", "edl"], ["edits", id, "--as", "mlt"],
            ["edits", id, "--as", "fcpxml"], ["edits", id, "--as", "llc"],
            ["redact", id, "0.2..0.4", "--dry-run"],
        ]
        for arguments in reading { _ = try run(place, arguments) }
    }

    /// Makes and undoes edits in a copy, and checks that the first recording does not change.
    private func edits(_ kind: RecordingKind, _ library: MatrixLibrary) throws {
        let (place, first) = (library.place, try #require(library.ids[kind]))
        let before = try run(place, ["edits", first, "--json"]).json(Times.self)
        let id = try run(place, ["duplicate", first]).line
        #expect(
            try run(place, ["edits", id, "--json"]).json(Times.self).editedDurationSeconds
                == before.editedDurationSeconds)
        let editing: [[String]] = [
            ["trim", id, "--from", "0.1"], ["cut", id, "0.3..0.5"], ["edit", id, "title", "0..0.6", "Title"],
            ["edit", id, "blur", "0.5..0.8", "100x60+10+10"], ["edit", id, "speed", "0.6..0.9", "2x"],
            ["edit", id, "mute", "0..0.3"],
        ]
        for arguments in editing { _ = try run(place, arguments) }
        let edited = try run(place, ["edits", id, "--json"]).json(Times.self)
        #expect(edited.editedDurationSeconds < before.editedDurationSeconds - 0.2)
        _ = try run(place, ["export", id, "-o", "edited.mp4", "--force"])
        #expect(try frames(place.path("edited.mp4"), of: "video") > 0)
        _ = try run(place, ["undo", id])
        _ = try run(place, ["redo", id])
        _ = try run(place, ["edit", id, "--reset"])
        _ = try run(place, ["discard", id, "--yes"])
        // The first recording has none of the copy's edits.
        let after = try run(place, ["edits", first, "--json"]).json(Times.self)
        #expect(after.editedDurationSeconds == before.editedDurationSeconds)
    }

    /// Exports the recording in every format, and reads the exports with other programs.
    private func exports(_ kind: RecordingKind, _ library: MatrixLibrary) throws {
        let (place, id) = (library.place, try #require(library.ids[kind]))
        for ending in ["mp4", "mov", "mkv", "webm", "gif"] {
            _ = try run(place, ["export", id, "-o", "out.\(ending)", "--force"])
            #expect(try frames(place.path("out.\(ending)"), of: "video") > 0, "\(kind) \(ending)")
        }
        _ = try run(place, ["export", id, "--render", "full", "-o", "full.mp4", "--force"])
        #expect(try frames(place.path("full.mp4"), of: "video") >= frames(place.path("out.mp4"), of: "video"))
        for ending in ["m4a", "wav"] {
            _ = try run(place, ["export", id, "-o", "out.\(ending)", "--force"])
            #expect(try frames(place.path("out.\(ending)"), of: "audio") > 0, "\(kind) \(ending)")
        }
        for preset in ["hls", "hls-single"] {
            _ = try run(place, ["export", id, "--preset", preset, "-o", preset, "--force"])
            _ = try run(place, ["validate", preset])
        }
        _ = try run(place, ["export", id, "0.2..0.6", "-o", "part.mp4", "--force"])
        #expect(try frames(place.path("part.mp4"), of: "video") > 0)
        let file = "\(id).json"
        let jobs = #"{version: 1, jobs: [{recording: "\#(id)", output: "batch.mp4", preset: "original"}]}"#
        try Data(jobs.utf8).write(to: URL(filePath: place.path(file)))
        _ = try run(place, ["batch", file, "--dry-run"])
        _ = try run(place, ["batch", file, "--force"])
        #expect(try frames(place.path("batch.mp4"), of: "video") > 0)
    }

    private struct Plan: Encodable {
        let address: String
        let recordings: [String]
    }

    private struct Page: Decodable {
        /// True, for each recording, if it was shown, played, sought and shown with an effect.
        let isPlayed: [String: Bool]
        let errors: [String]
    }

    /// Opens, plays and seeks each recording in the page, and shows an effect.
    private func page(_ library: MatrixLibrary) throws {
        let place = library.place
        let copies = try library.ids.values.sorted().map { try run(place, ["duplicate", $0]).line }
        for id in copies { _ = try run(place, ["edit", id, "cover", "0.3..0.9", "200x100+20+20"]) }
        let server = try RunningPreview(in: place)
        let found: Page = try PreviewJudge.matrix.found(
            Plan(address: server.address, recordings: copies + library.ids.values.sorted()), in: place)
        try server.stop()
        #expect(found.errors.isEmpty, "\(found.errors)")
        #expect(found.isPlayed.count == copies.count + library.ids.count)
        #expect(found.isPlayed.values.allSatisfy { $0 }, "\(found.isPlayed)")
        for id in copies { _ = try run(place, ["discard", id, "--yes"]) }
    }
}
