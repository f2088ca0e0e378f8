import Foundation
import ReplayTestSupport
import Testing

/// Checks presets that cannot be used.
@Suite struct PresetFileTests {
    static let whole = """
        { "version": 1, "name": "mine", "summary": "of my own",
          "video": { "crf": 30, "encoderPreset": "ultrafast", "maxWidth": 160 }, "audio": { "bitRate": 96000 } }
        """

    /// Returns a slow preset: all frames are encoded, with the encoder's slowest settings.
    static func slow(maxWidth: Int) -> String {
        whole.replacing("ultrafast", with: "veryslow").replacing("160", with: "\(maxWidth)")
            .replacing("\"crf\"", with: "\"frameRate\": \"30\", \"crf\"")
    }

    static let broken: [(String, String, String)] = [
        ("", "", "no JSON"),
        ("\"crf\"", "\"crff\"", "“video.crff”"),
        ("\"version\": 1,", "\"version\": 1, \"colour\": 3,", "“colour”"),
        ("30", "99", "“video.crf” is 99"),
        ("30", "\"best\"", "“video.crf”"),
        ("\"crf\": 30,", "", "“video.crf” is missing"),
        ("ultrafast", "warp", "“warp”"),
        ("160", "3", "“video.maxWidth” is 3"),
        ("96000", "1", "“audio.bitRate” is 1"),
        ("\"version\": 1", "\"version\": 2", "version"),
        ("{", "[", "line 1, column 12: “:” is found where"),
    ]

    @Test("A preset that cannot be used is refused in a sentence")
    func presetThatCannotBeUsedIsRefused() throws {
        let place = try Workplace()
        _ = try place.importMovie(.silent)
        for (part, replacement, words) in Self.broken {
            let text = part.isEmpty ? "no JSON" : Self.whole.replacing(part, with: replacement, maxReplacements: 1)
            try text.write(toFile: place.path("mine.json"), atomically: true, encoding: .utf8)
            let said = part.isEmpty ? "line 1, column 1:" : words
            try place.replay("export", "--preset", "mine.json", "-o", "out.mp4").expectComplaint(65, "mine.json", said)
        }
        // Foundation's decoder traps on these bytes.
        try Data(Array("{".utf8) + [0xF8] + Array("sion".utf8)).write(to: URL(filePath: place.path("mine.json")))
        try place.replay("export", "--preset", "mine.json", "-o", "out.mp4").expectComplaint(
            65, "line 1, column 2", "UTF-8")
        try place.replay("export", "--preset", "best", "-o", "out.mp4").expectComplaint(66, "“best”", "share-1080p")
        try place.replay("export", "--preset", "./none", "-o", "out.mp4").expectComplaint(66, "./none")
        try place.replay("export", "--preset", "/", "-o", "out.mp4").expectComplaint(66, "/")
        #expect(try !place.names(in: ".").contains("out.mp4"))
    }

    @Test("A preset of one's own is used")
    func presetOfOnesOwnIsUsed() throws {
        let place = try Workplace()
        _ = try place.importMovie(.silent)
        try Self.whole.write(toFile: place.path("mine.json"), atomically: true, encoding: .utf8)
        #expect(try place.result("export", "--preset", "mine.json", "-o", "out.mp4") == "out.mp4")
        #expect(try ExportedMovie(place.path("out.mp4")).video?.width == 160)
    }
}
