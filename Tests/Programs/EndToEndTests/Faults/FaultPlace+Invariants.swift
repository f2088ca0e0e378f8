import Foundation
import Replay
import ReplayTestSupport

extension FaultPlace {
    /// Expects that the recording has not shrunk.
    func expectRecording() throws {
        let recording = try RecordingLibrary.open(home: place.home.path).recording(matching: id)
        let frames = try MediaProbe(path: recording.path + "/movie.mp4").frameTimes(of: "v:0").count
        guard frames == Self.frames, recording.state() == .finished else {
            throw Failure(description: "the recording has \(frames) frames and is \(recording.state())")
        }
    }

    /// Expects the effect of a command that ended with 0.
    func expectDone(_ command: Command, _ outcome: ChildProcess.Outcome) throws {
        switch command {
        case .list: try expect(outcome.output.contains(id), "the recording is not listed")
        case .cut: try expect(try cuts() == 1...1, "the cut is not stored")
        case .export: try expect(movie: "out/export.mp4")
        case .hls: try expect(presentation: "out/hls")
        case .batch, .batchResume:
            try expect(movie: "out/first.mp4")
            try expect(presentation: "out/second")
        }
    }

    /// Expects that a failed command leaves no incomplete output.
    func expectNothingHalf(_ command: Command) throws {
        let movies = command == .export ? ["out/export.mp4"] : ["out/first.mp4"]
        let presentations = command == .hls ? ["out/hls"] : ["out/second"]
        let manager = FileManager.default
        for name in movies where manager.fileExists(atPath: place.path(name)) { try expect(movie: name) }
        // This folder lacked a segment before, and may still wait for its repair.
        guard command != .batchResume else { return }
        for name in presentations where manager.fileExists(atPath: place.path(name)) { try expect(presentation: name) }
    }

    /// Expects that no temporary files remain.
    func expectNoLeftovers() throws {
        let names = try FileManager.default.subpathsOfDirectory(atPath: place.folder.path)
        let known = [
            "lock", "recording.json", "movie.mp4", "edit.json", "exports.json", "capture.lock", ".replay-hls.json",
        ]
        let outputs = names.filter { $0.hasPrefix("out/") && !$0.contains("second/") && !$0.contains("hls/") }
        let left = outputs.filter { !["out/first.mp4", "out/second", "out/hls", "out/export.mp4"].contains($0) }
        try expect(left.isEmpty, "left beside the outputs: \(left)")
        let prefix = "home/recordings/\(id)/"
        let own = names.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        try expect(own.allSatisfy { known.contains($0) }, "left in the recording: \(own)")
        let folders = try FileManager.default.contentsOfDirectory(atPath: place.home.path + "/recordings")
        try expect(folders == [id], "left in the library: \(folders)")
    }

    private func cuts() throws -> ClosedRange<Int> {
        struct Report: Decodable { let editedDuration, duration: MediaTime }
        let report: Report = try place.replay("edits", id, "--json").json()
        let isCut = report.duration.seconds - report.editedDuration.seconds > 0.49
        // A repeated cut removes nothing more.
        return isCut ? 1...1 : 0...0
    }

    private func expect(movie name: String) throws {
        let frames = try MediaProbe(path: place.path(name)).frameTimes(of: "v:0").count
        try expect(frames == Self.frames, "\(name) has \(frames) frames")
    }

    private func expect(presentation name: String) throws {
        let validated = try place.replay("validate", place.path(name))
        try expect(validated.status == 0, "\(name): \(validated.output)\(validated.errors)")
        let frames = try MediaProbe(path: place.path(name) + "/main.m3u8").frameTimes(of: "v:0").count
        try expect(frames >= Self.frames, "\(name) has \(frames) frames")
    }

    private func expect(_ isSo: Bool, _ complaint: String) throws {
        guard isSo else { throw Failure(description: complaint) }
    }
}
