import Foundation
import ReplayTestSupport
import Testing

/// Checks parts, sizes, rates and formats on the command line of `replay export`, with ffmpeg and ffprobe.
@Suite(.timeLimit(.minutes(10))) struct ExportOptionTests {
    private struct Facts: Decodable {
        struct Stream: Decodable {
            let codec_name: String
            let width: Int?
            let height: Int?
            let r_frame_rate: String
        }
        struct Format: Decodable {
            let format_name: String
            let duration: String
        }
        let streams: [Stream]
        let format: Format
        var codecs: [String] { streams.map(\.codec_name) }
        var duration: Double { Double(format.duration) ?? -1 }
    }

    private func facts(_ path: String) throws -> Facts {
        let data = try ChildProcess.tool([
            JudgeProgram.ffprobe, "-v", "error", "-show_streams", "-show_format", "-of", "json", path,
        ])
        return try JSONDecoder().decode(Facts.self, from: data)
    }

    @Test("Ranges are exported alone, in any number, and the edit stays as it is")
    func parts() throws {
        let place = try Workplace()
        let id = try place.importMovie()
        try place.result("cut", id, "1..1.4")
        #expect(try place.result("export", id, "0.4..2", "part.mp4") == "part.mp4")
        let numbers = try ExportedMovie(place.path("part.mp4")).numbers()
        #expect(numbers == Array(10..<25) + Array(35..<50))
        try place.result("export", id, "2..2.4", "0..0.2", "-1..-0.8", "parts.mp4")
        #expect(try ExportedMovie(place.path("parts.mp4")).numbers() == Array(0..<5) + Array(50..<60))
        #expect(try place.replay("edits", "--json").json(EditsReport.self).editedDuration.seconds == 2.6)
        try place.replay("export", id, "1.1..1.2", "none.mp4").expectComplaint(65, "would leave nothing")
        try place.replay("export", id, "2..9", "none.mp4").expectComplaint(65, "after the end of the recording")
    }

    @Test(
        "The extension chooses the format, and frames and audio stay together",
        arguments: [("mov", "mov", "h264 aac"), ("mkv", "matroska", "h264 aac"), ("webm", "matroska", "vp9 opus")])
    func formats(ending: String, format: String, codecs: String) throws {
        let place = try Workplace()
        try place.result("import", ClickMovie.path())
        try place.result("cut", "1.2..2.6")
        try place.result("export", "-o", "out.\(ending)")
        let found = try facts(place.path("out.\(ending)"))
        #expect(found.codecs.joined(separator: " ") == codecs && found.format.format_name.contains(format))
        #expect(abs(found.duration - 4.6) < 0.1)
        let shifts = try ClickMovie.shifts(in: place.path("out.\(ending)"))
        // A copied packet is at most half a packet from its place.
        #expect(shifts.count == 5 && shifts.allSatisfy { abs($0) < 0.04 }, "\(shifts)")
    }

    @Test("An audio file has the audio alone, as long as the edit", arguments: [("m4a", "aac"), ("wav", "pcm_s16le")])
    func audio(ending: String, codec: String) throws {
        let place = try Workplace()
        try place.result("import", ClickMovie.path())
        try place.result("cut", "1.2..2.6")
        try place.result("export", "-o", "out.\(ending)")
        let found = try facts(place.path("out.\(ending)"))
        #expect(found.codecs == [codec] && abs(found.duration - 4.6) < 0.05)
        let samples = try ExportedMovie(place.path("out.\(ending)")).samples()
        #expect(ClickMovie.clicks(in: samples).count == 5)
        _ = try place.importMovie(.silent)
        try place.replay("export", "-o", "none.\(ending)").expectComplaint(66, "the recording has no audio")
        #expect(!place.exists("none.\(ending)"))
    }

    @Test("Size, rate and quality take the place of the preset's")
    func values() throws {
        let place = try Workplace()
        _ = try place.importMovie()
        let sizes = try ["low", "high"].map { quality in
            let name = "\(quality).mp4"
            try place.result("export", "--height", "90", "--fps", "29.97", "--quality", quality, "-o", name)
            let video = try #require(try facts(place.path(name)).streams.first)
            #expect(video.width == 160 && video.height == 90 && video.r_frame_rate == "30000/1001")
            return try Data(contentsOf: URL(filePath: place.path(name))).count
        }
        #expect(sizes[0] < sizes[1])
        try place.replay("export", "--crf", "99", "-o", "x.mp4").expectComplaint(64, "--crf must be 0 to 51")
        try place.replay("export", "--crf", "20", "--quality", "low").expectComplaint(64, "both set the quality")
        try place.replay("export", "--crf", "20", "--render", "smart").expectComplaint(64, "leave out --render")
        try place.replay("export", "--fps", "60", "-o", "x.gif").expectComplaint(64, "at most 50 in a GIF")
        try place.replay("export", "--width", "3").expectComplaint(64, "16 to 16384")
    }

    @Test("The limits of share presets are for the longer and the shorter side")
    func portrait() throws {
        let place = try Workplace()
        let movie = SourceMovie(
            "portrait", "portrait.mp4", "-f lavfi -i testsrc2=s=1080x1920:r=5:d=1 -pix_fmt yuv420p \(SourceMovie.x264)")
        _ = try place.importMovie(movie)
        for (preset, width, height) in [("share-1080p", 1080, 1920), ("share-720p", 720, 1280)] {
            try place.result("export", "--preset", preset, "-o", "\(preset).mp4")
            let video = try #require(try facts(place.path("\(preset).mp4")).streams.first)
            #expect(video.width == width && video.height == height, "\(preset)")
        }
        // Limits on the command line apply to the side that they name.
        try place.result("export", "--height", "960", "-o", "high.mp4")
        #expect(try facts(place.path("high.mp4")).streams.first?.width == 540)
    }

    @Test("A path is never printed into a file that is named like a movie")
    func redirected() throws {
        let place = try Workplace()
        _ = try place.importMovie(.silent)
        let refused = try place.shell("$REPLAY export >demo.mp4")
        #expect(refused.status == 64 && refused.errors.contains("write “replay export -o demo.mp4”"))
        #expect(try place.shell("$REPLAY export -o out.mp4 >path.txt && cat path.txt").line == "out.mp4")
    }

    @Test("A preset whose values have another form is refused with the form and an example")
    func presetForms() throws {
        let place = try Workplace()
        _ = try place.importMovie(.silent)
        let cases: [(String, String)] = [
            (#""crf": "20""#, "“video.crf” is a string, but must be a whole number, such as 21"),
            (#""crf": 20.5"#, "“video.crf” is a number, but must be a whole number, such as 21"),
            (
                #""crf": 20, "maxWidth": true"#,
                "“video.maxWidth” is true or false, but must be a whole number, such as 1920"
            ),
        ]
        for (values, complaint) in cases {
            let text = """
                {"version": 1, "name": "m", "summary": "s", "audio": {"bitRate": 128000},
                 "video": {"encoderPreset": "ultrafast", \(values)}}
                """
            try Data(text.utf8).write(to: URL(filePath: place.path("m.json")))
            try place.replay("export", "--preset", "./m.json").expectComplaint(65, complaint)
        }
        let good = """
            {"version": 1, "name": "m", "summary": "s", "audio": {"bitRate": 128000},
             "video": {"encoderPreset": "ultrafast", "crf": 30, "frameRate": 10}}
            """
        try Data(good.utf8).write(to: URL(filePath: place.path("m.json")))
        try place.result("export", "--preset", "./m.json", "-o", "ten.mp4")
        #expect(try facts(place.path("ten.mp4")).streams.first?.r_frame_rate == "10/1")
    }
}
