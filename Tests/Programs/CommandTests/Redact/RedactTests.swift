import Foundation
import ReplayTestSupport
import Testing

/// Checks the movie of a recording after `replay redact`, as ffmpeg decodes it.
@Suite struct RedactTests {
    /// The rows of the frame that contain the number.
    private static let numbers = "320x90+0+0"

    static let movies: [SourceMovie] = [
        .plain,
        SourceMovie("B-frames", "b.mp4", "\(SourceMovie.both) \(SourceMovie.x264) -bf 2 -c:a aac"),
        SourceMovie("as x264 makes it by itself", "x264.mp4", "\(SourceMovie.both) -c:v libx264 -c:a aac"),
        SourceMovie(
            "open GOPs", "open.mp4",
            "\(SourceMovie.both) -c:v libx264 -preset veryfast -bf 3 -g 25 -x264-params b-pyramid=normal:open-gop=1 -c:a aac"
        ),
    ]

    @Test("A rectangle is black in the range, and nothing else changes", arguments: movies)
    func rectangleIsBlackInTheRange(movie: SourceMovie) throws {
        let place = try Workplace()
        let id = try place.importMovie(movie)
        // The frame on the screen at 1.02 s began at 1 s.
        let redacted = try RedactedMovie(id, at: place) {
            try place.result("redact", "1.02..1.5", Self.numbers, "--yes")
        }
        try redacted.expectFrames(covered: 25...37, rows: 90, isOneGOP: movie.file == "open.mp4")
        try redacted.expectAudio(0, changedIn: nil)
        try place.result("export", id, "--preset", "original", "-o", "out.mp4")
        let numbers = try ExportedMovie(place.path("out.mp4")).numbers()
        #expect(numbers == (0..<75).map { (25...37).contains($0) ? 0 : $0 })
    }

    @Test("What the recorder's encoder made keeps its parameter sets", arguments: HardMedia.recorded)
    func recordersParameterSetsStay(name: String) throws {
        let place = try Workplace()
        let id = try place.result("import", try HardMedia.folder.get().appending(path: name).path)
        let redacted = try RedactedMovie(id, at: place) { try place.result("redact", "0.4..0.8", "--yes") }
        let sets = try [redacted.before, redacted.after].map {
            try ChildProcess.tool([
                JudgeProgram.ffprobe, "-v", "error", "-select_streams", "v:0", "-show_data_hash", "md5",
                "-show_entries",
                "stream=extradata_hash", $0,
            ])
        }
        #expect(sets[0] == sets[1])
        let (old, new) = (try PacketFacts.frames(of: redacted.before), try PacketFacts.frames(of: redacted.after))
        #expect(old.map(\.pts) == new.map(\.pts) && old.map(\.dts) == new.map(\.dts))
        #expect(old.map(\.duration) == new.map(\.duration))
        _ = try DecodedMovie(ExportedMovie(redacted.after))
    }

    @Test("Redacted twice, in one GOP and beside it, a movie is still whole")
    func redactedTwice() throws {
        let place = try Workplace()
        let id = try place.importMovie(.plain)
        let redacted = try RedactedMovie(id, at: place) {
            try place.result("redact", "1.2..1.4", Self.numbers, "--yes")
            try place.result("redact", "1.4..1.6", Self.numbers, "--yes")
            try place.result("redact", "0..0.2", Self.numbers, "--yes")
            try place.result("redact", "-0.2..", Self.numbers, "--yes")
        }
        let numbers = try DecodedMovie(ExportedMovie(redacted.after)).frames.numbers
        let hidden = Set(0..<5).union(30...39).union(70..<75)
        #expect(numbers == (0..<75).map { hidden.contains($0) ? 0 : $0 })
    }

    /// Imports two audio tracks and their mix, with the recorder's titles.
    private func importTracks(at place: Workplace) throws -> String {
        let sources = ["-f", "lavfi", "-i", "sine=440:r=48000:d=3", "-f", "lavfi", "-i", "sine=900:r=48000:d=3"]
        let video = SourceMovie.frames.split(separator: " ").map(String.init)
        let titles = ["Application audio", "Microphone", "Mix"].enumerated()
            .flatMap { ["-metadata:s:a:\($0)", "handler_name=\($1)"] }
        _ = try ChildProcess.tool(
            ["ffmpeg", "-v", "error", "-nostdin"] + video + sources + [
                "-filter_complex", "[1][2]amix=normalize=0[mix]", "-map", "0:v", "-map", "1:a", "-map", "2:a", "-map",
                "[mix]",
            ] + SourceMovie.x264.split(separator: " ").map(String.init) + ["-c:a", "aac"] + titles + [
                place.path("three.mp4")
            ])
        return try place.result("import", "three.mp4")
    }

    @Test("The microphone falls silent, in the mix too, and the rest of both stays")
    func microphoneFallsSilent() throws {
        let place = try Workplace()
        let id = try importTracks(at: place)
        let redacted = try RedactedMovie(id, at: place) {
            try place.result("redact", "1..2", "--audio", "mic", "--yes")
        }
        try redacted.expectAudio(0, changedIn: nil)
        try redacted.expectAudio(1, changedIn: 1...2)
        try redacted.expectAudio(2, changedIn: 1...2)
        #expect(
            try PacketFacts.frames(of: redacted.before).map(\.hash)
                == PacketFacts.frames(of: redacted.after).map(\.hash))
        let (app, microphone, mix) = (try redacted.samples(0), try redacted.samples(1), try redacted.samples(2))
        // Priming packets may be audible or not, depending on how ffmpeg learns of them.
        let range = 49_100..<94_900
        #expect(microphone[range].allSatisfy { $0 == 0 })
        #expect(microphone[..<40_000].contains { abs($0) > 0.05 } && microphone[100_000...].contains { abs($0) > 0.05 })
        #expect(app[range].contains { abs($0) > 0.05 })
        #expect(range.allSatisfy { abs(mix[$0] - app[$0]) < 0.02 })
    }

    @Test("Without a rectangle and --audio all goes, with --audio all the audio alone")
    func allGoes() throws {
        let place = try Workplace()
        let id = try importTracks(at: place)
        let audio = try RedactedMovie(id, at: place) { try place.result("redact", "0..0.5", "--audio", "all", "--yes") }
        for track in 0..<3 { try audio.expectAudio(track, changedIn: 0...0.5) }
        #expect(try PacketFacts.frames(of: audio.before).map(\.hash) == PacketFacts.frames(of: audio.after).map(\.hash))
        let all = try RedactedMovie(id, at: place) { try place.result("redact", "2..", "--yes") }
        try all.expectFrames(covered: 50...74, rows: 180)
        for track in 0..<3 {
            try all.expectAudio(track, changedIn: 2...3)
            #expect(try all.samples(track).dropFirst(97_100).allSatisfy { $0 == 0 })
        }
    }

    @Test("Captions that were imported or given lose what is shown in the range, if audio is removed")
    func captionsGo() throws {
        let place = try Workplace()
        let cues = ["1\n00:00:00,200 --> 00:00:00,900\nbefore", "2\n00:00:01,500 --> 00:00:01,800\nsecret"]
        try (cues.joined(separator: "\n\n") + "\n").write(
            toFile: place.path("said.srt"), atomically: true, encoding: .utf8)
        try SourceMovie.plain.make(at: place.path("plain.mp4"))
        _ = try ChildProcess.tool([
            "ffmpeg", "-v", "error", "-nostdin", "-i", place.path("plain.mp4"), "-i", place.path("said.srt"),
            "-map", "0", "-map", "1", "-c", "copy", "-c:s", "srt", place.path("both.mkv"),
        ])
        let id = try place.result("import", "both.mkv")
        try place.result("edit", "captions", "said.srt", "en")
        func files(saying word: String) throws -> Int {
            let folder = place.recordingFolder(id)
            return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { name in
                try Data(contentsOf: folder.appending(path: name)).range(of: Data(word.utf8)) != nil
            }.count
        }
        #expect(try files(saying: "secret") == 2)
        try place.result("redact", "1..2", Self.numbers, "--yes")
        #expect(try files(saying: "secret") == 2)
        try place.result("redact", "1.4..2", "--audio", "all", "--yes")
        #expect(try files(saying: "secret") == 0)
        #expect(try files(saying: "before") == 2)
        try place.result("export", id, "-o", "out.mkv")
        let bytes = try ChildProcess.tool(["ffmpeg", "-v", "error", "-i", place.path("out.mkv"), "-f", "srt", "-"])
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("before") && !text.contains("secret"))
    }
}
