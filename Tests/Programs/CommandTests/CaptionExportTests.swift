import Foundation
import MediaTime
import ReplayTestSupport
import Testing

/// Checks captions from a file: as a track, burned in, and as a file beside the output. ffmpeg's command line reads the
/// results.
@Suite(.timeLimit(.minutes(30))) struct CaptionExportTests {
    private static let talk = """
        1
        00:00:00,500 --> 00:00:01,000
        One <i>and</i> a < b & {\\fs200}

        2
        00:00:01,200 --> 00:00:02,400
        Two

        3
        00:00:01,600 --> 00:00:02,000
        over two

        """

    private func place(_ captions: String = talk, _ edits: String...) throws -> Workplace {
        let place = try Workplace()
        _ = try place.importMovie(TitleTests.gray)
        try Data(captions.utf8).write(to: URL(filePath: place.path("talk.srt")))
        for edit in edits { #expect(try place.replay("edit", edit).status == 0) }
        return place
    }

    private func export(_ place: Workplace, _ options: String...) throws -> ChildProcess.Outcome {
        try place.start(
            ["export", "--preset", "original", "-o", place.path("out.mp4"), "--captions", place.path("talk.srt")]
                + options
        ).wait()
    }

    /// Returns the text that ffmpeg reads from the track.
    private func track(_ place: Workplace, _ name: String = "out.mp4") throws -> String {
        String(
            decoding: try ChildProcess.tool([
                JudgeProgram.ffmpeg, "-v", "error", "-nostdin", "-i", place.path(name), "-map", "0:s:0", "-f", "srt",
                "pipe:1",
            ]), as: UTF8.self
        ).replacing("\r\n", with: "\n").replacing(/<\/?font[^>]*>/, with: "")
    }

    /// Returns each cue's times and text.
    private func cues(_ srt: String) -> [String] {
        srt.components(separatedBy: "\n\n").map { block in
            block.split(separator: "\n").dropFirst().joined(separator: "|")
        }.filter { !$0.isEmpty }
    }

    @Test("A track has each text in its time, those at one time together, and video and audio are as without it")
    func track() throws {
        let place = try place()
        let made = try export(place, "--captions-language", "de-AT")
        #expect(made.status == 0, "\(made.errors)")
        // ffmpeg takes “{\fs200}” for ASS markup and does not show it. The file contains it.
        #expect(
            cues(try track(place)) == [
                "00:00:00,500 --> 00:00:01,000|One and a < b & ", "00:00:01,200 --> 00:00:01,600|Two",
                "00:00:01,600 --> 00:00:02,000|Two|over two", "00:00:02,000 --> 00:00:02,400|Two",
            ])
        let bytes = try Data(contentsOf: URL(filePath: place.path("out.mp4")))
        #expect(bytes.range(of: Data("One and a < b & {\\fs200}".utf8)) != nil)
        let facts = String(
            decoding: try ChildProcess.tool([
                JudgeProgram.ffprobe, "-v", "error", "-select_streams", "s", "-show_entries",
                "stream=codec_name:stream_tags=language", "-of", "csv=p=0", place.path("out.mp4"),
            ]), as: UTF8.self)
        #expect(facts.trimmingCharacters(in: .whitespacesAndNewlines) == "mov_text,deu")
        #expect(try ExportedMovie(place.path("out.mp4")).isFastStart())
        let packets = try PacketFacts.frames(of: place.path("out.mp4")).map { "\($0.pts) \($0.hash)" }
        #expect(
            try place.replay("export", "--preset", "original", "-o", place.path("out.mp4"), "--force").status == 0)
        #expect(try PacketFacts.frames(of: place.path("out.mp4")).map { "\($0.pts) \($0.hash)" } == packets)
    }

    @Test("Cuts and speeds move the texts along with the frames")
    func moved() throws {
        let place = try place(Self.talk, "cut 0.8..1.4", "speed 1.6..2 2x")
        #expect(try export(place).status == 0)
        #expect(
            cues(try track(place)).map { String($0.prefix(29)) } == [
                "00:00:00,500 --> 00:00:00,800", "00:00:00,800 --> 00:00:01,000", "00:00:01,000 --> 00:00:01,200",
                "00:00:01,200 --> 00:00:01,600",
            ])
    }

    @Test("Burned, a text is seen in its time and place alone, literally, and the GOPs beside it are copies")
    func burned() throws {
        let place = try place("1\n00:00:01,200 --> 00:00:01,800\n{\\fs200}Two <b>words</b>\n")
        #expect(try export(place, "--captions-as", "burned", "--render", "smart").status == 0)
        let frames = try TitleTests.luma(place, "out.mp4")
        try #require(frames.count == 75)
        for (number, frame) in frames.enumerated() {
            let text = TitleTests.text(frame)
            #expect((text.rows != nil) == (30..<45).contains(number), "\(number)")
            if let rows = text.rows { #expect(rows.lowerBound > 280 && rows.count < 60 && text.bright > 80) }
        }
        let recorded = try PacketFacts.frames(of: place.path("gray.mp4")).map(\.hash)
        let made = try PacketFacts.frames(of: place.path("out.mp4")).map(\.hash)
        for number in Array(0..<25) + Array(50..<75) { #expect(made[number] == recorded[number]) }
        #expect(try ExportedMovie(place.path("out.mp4")).streams.allSatisfy { $0.kind != "subtitle" })
    }

    @Test("A file beside the output has what is left of them, and ffmpeg reads it", arguments: ["srt", "vtt"])
    func beside(format: String) throws {
        let place = try place(Self.talk, "cut 0..1")
        #expect(try export(place, "--captions-as", format).status == 0)
        let text = try ChildProcess.tool([
            JudgeProgram.ffmpeg, "-v", "error", "-nostdin", "-i", place.path("out.\(format)"), "-f", "srt", "pipe:1",
        ])
        #expect(
            cues(String(decoding: text, as: UTF8.self)) == [
                "00:00:00,200 --> 00:00:01,400|Two", "00:00:00,600 --> 00:00:01,000|over two",
            ])
        #expect(try export(place, "--captions-as", format).status == 73)
        #expect(try export(place, "--captions-as", format, "--force").status == 0)
    }

    @Test("Chunks, joined, have the captions of a single pass", arguments: ["track", "burned", "srt", "vtt"])
    func chunks(method: String) throws {
        let movie = try ChunkedMovie()
        let place = movie.place
        try Data(Self.talk.utf8).write(to: URL(filePath: place.path("talk.srt")))
        try place.result("cut", "0.8..1.4")
        let options = ["--captions", "talk.srt", "--captions-as", method, "--captions-language", "en"]
        try movie.plan("--preset", "original", options[0], options[1], options[2], options[3], options[4], options[5])
        // The plan contains the whole captions, so their file is not needed.
        _ = try place.shell("mv talk.srt kept.srt")
        try movie.renderAll()
        let joined = try movie.join()
        #expect(joined.status == 0, "\(joined.errors)")
        _ = try place.shell("mv kept.srt talk.srt")
        try movie.expectSame(
            "--preset", "original", options[0], options[1], options[2], options[3], options[4], options[5])
        let both = try ["out", "single"].map { try DecodedMovie(ExportedMovie(place.path("\($0).mp4"))).frames }
        #expect((0..<both[0].count).allSatisfy { both[0].likeness(of: $0, to: both[1], at: $0) > 35 })
        let tracks = try ["out", "single"].map { name in
            method == "track" ? try track(place, "\(name).mp4") : ""
        }
        #expect(tracks[0] == tracks[1] && tracks[0].contains("over two") == (method == "track"))
        guard method == "srt" || method == "vtt" else { return }
        let files = try ["out", "single"].map { try Data(contentsOf: URL(filePath: place.path("\($0).\(method)"))) }
        #expect(files[0] == files[1] && !files[0].isEmpty)
    }

    @Test("A batch job that is made in chunks has them too", arguments: ["track", "burned"])
    func job(method: String) throws {
        let place = try Workplace()
        _ = try place.importMovie(.plain)
        try Data(Self.talk.utf8).write(to: URL(filePath: place.path("talk.srt")))
        let captions = "captions: 'talk.srt', captionsAs: '\(method)', captionsLanguage: 'en'"
        try place.write(
            """
            {version: 1, defaults: {preset: 'original', \(captions)}, jobs: [
                {movie: 'plain.mp4', output: 'out.mp4', chunk: '2s'}, {movie: 'plain.mp4', output: 'single.mp4', metadata: false},
            ]}
            """)
        let (outcome, lines) = try place.batch()
        #expect(lines.last?.summary == .init(jobs: 2, done: 2, kept: 0, failed: 0), "\(outcome.errors)")
        let both = try ["out", "single"].map { try DecodedMovie(ExportedMovie(place.path("\($0).mp4"))).frames }
        #expect(both[0].count == both[1].count && both[0].count > 0)
        #expect((0..<both[0].count).allSatisfy { both[0].likeness(of: $0, to: both[1], at: $0) > 35 })
        guard method == "track" else { return }
        #expect(try track(place, "out.mp4") == track(place, "single.mp4"))
        #expect(try cues(track(place, "out.mp4")).count == 4)
    }

    @Test("Captions that are too large for a plan are refused")
    func tooLargeForChunks() throws {
        let place = try place()
        let line = String(repeating: "x", count: 900)
        let many = (0..<9500).map {
            "\($0 + 1)\n00:00:01,\(100 + $0 % 800) --> 00:00:01,\(101 + $0 % 800)\n\(line)\n\n"
        }
        try Data(many.joined().utf8).write(to: URL(filePath: place.path("talk.srt")))
        try export(place, "--plan").expectComplaint(65, "larger than 8 MiB")
        #expect(!place.exists("out.mp4.chunks"))
    }

    @Test("UTF-16 with a byte order mark is read", arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
    func wide(encoding: String.Encoding) throws {
        let place = try place()
        let mark = Data(encoding == .utf16LittleEndian ? [0xFF, 0xFE] : [0xFE, 0xFF])
        let bytes = try #require("1\n00:00:01,000 --> 00:00:02,000\nGrüße 😀\n".data(using: encoding))
        try (mark + bytes).write(to: URL(filePath: place.path("talk.srt")))
        #expect(try export(place).status == 0)
        #expect(cues(try track(place)) == ["00:00:01,000 --> 00:00:02,000|Grüße 😀"])
    }

    @Test("A file that holds no captions is refused in a sentence, and nothing is written")
    func refused() throws {
        let place = try place()
        func expect(_ bytes: Data, _ complaint: String) throws {
            try bytes.write(to: URL(filePath: place.path("talk.srt")))
            try export(place).expectComplaint(65, complaint)
            #expect(!place.exists("out.mp4"))
        }
        try expect(Data("Hello".utf8), "neither “WEBVTT” nor the number")
        try expect(Data(), "neither “WEBVTT” nor the number")
        try expect(
            Data([0x31, 0x0A]) + Data("00:00:01,000 --> 00:00:02,000\nGr\u{E4}".utf16.map { UInt8($0 & 0xFF) }), "UTF-8"
        )
        try expect(Data([0xFF, 0xFE, 0x31]), "UTF-16")
        try expect(Data("1\n00:00:02,000 --> 00:00:01,000\nx".utf8), "ends before it begins")
        let many = (0..<1_000_000).map { "\($0 + 1)\n00:00:01,000 --> 00:00:02,000\nx\n\n" }.joined()
        try expect(Data(many.utf8), "larger than 16 MiB")
        try export(place, "--captions-as", "sung").expectComplaint(64, "captions-as")
        try Data(Self.talk.utf8).write(to: URL(filePath: place.path("talk.srt")))
        let captions = ["--captions", place.path("talk.srt")]
        for (options, complaint) in [
            (["--preset", "gif", "-o", place.path("x.gif")] + captions, "has no caption track"),
            (
                ["--preset", "hls", "-o", place.path("x"), "--captions-as", "srt"] + captions,
                "HLS does not support srt captions"
            ),
            (["-o", place.path("talk.mp4"), "--captions-as", "srt", "--force"] + captions, "would replace"),
            (["-o", place.path("x.mp4"), "--captions-as", "track"], "requires --captions"),
            (["-o", place.path("x.mp4"), "--captions-language", "english"] + captions, "a code such as en"),
        ] {
            try place.start(["export"] + options).wait().expectComplaint(64, complaint)
        }
        for output in ["x.mp4", "x.wav"] {
            try place.replay("export", "-o", output, "--captions", "comments").expectComplaint(66, "has no comments")
        }
    }
}
