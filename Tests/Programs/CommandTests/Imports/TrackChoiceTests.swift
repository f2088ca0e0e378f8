import Foundation
import ReplayTestSupport
import Testing

/// Checks which tracks of a movie are imported, and the messages about the others.
@Suite(.timeLimit(.minutes(30))) struct TrackChoiceTests {
    /// Runs ffmpeg in a place. The arguments are separated by spaces.
    private func ffmpeg(_ arguments: String, in place: Workplace) throws {
        let words = arguments.split(separator: " ").map(String.init)
        let outcome = try place.start(command: ["ffmpeg", "-v", "error", "-nostdin"] + words).wait()
        try #require(outcome.status == 0, "\(outcome.errors)")
    }

    @Test("A still image before the video is left out", arguments: ["mov", "mkv"])
    func thumbnail(kind: String) throws {
        let place = try Workplace()
        try SourceMovie.plain.make(at: place.path("plain.mp4"))
        try ffmpeg("-f lavfi -i testsrc=s=200x200:d=1 -frames:v 1 cover.png", in: place)
        try ffmpeg(
            "-i cover.png -i plain.mp4 -map 0 -map 1 -c copy -c:v:0 mjpeg -pix_fmt:v:0 yuvj420p -disposition:v:0 0 m.\(kind)",
            in: place)
        let imported = try place.replay("import", "m.\(kind)")
        #expect(imported.status == 0)
        #expect(imported.errors.contains("track 1, video (mjpeg), is left out"), "\(imported.errors)")
        try place.result("export", imported.line, "--preset", "original", "-o", "out.mp4")
        #expect(try ExportedMovie(place.path("out.mp4")).numbers() == Array(0..<75))
    }

    @Test("A movie of images alone is a movie")
    func motionJPEG() throws {
        let place = try Workplace()
        let id = try place.importMovie(SourceMovie("MJPEG", "m.avi", "\(SourceMovie.frames) -c:v mjpeg -q:v 2"))
        try place.result("export", id, "--preset", "original", "-o", "out.mp4")
        #expect(try ExportedMovie(place.path("out.mp4")).numbers() == Array(0..<75))
    }

    @Test("An audio track that nothing can decode is left out, and the other is heard")
    func undecodableAudio() throws {
        let place = try Workplace()
        try SourceMovie(
            "two", "two.mp4",
            "\(SourceMovie.both) -f lavfi -i sine=300:d=3 -map 0 -map 1 -map 2 \(SourceMovie.x264) -c:a aac"
        ).make(at: place.path("two.mp4"))
        let path = place.folder.appending(path: "two.mp4")
        var bytes = try Data(contentsOf: path)
        let first = try #require(bytes.range(of: Data("mp4a".utf8) + Data(count: 6)))
        let second = try #require(
            bytes.range(of: Data("mp4a".utf8) + Data(count: 6), in: first.upperBound..<bytes.count))
        bytes.replaceSubrange(second.lowerBound..<second.lowerBound + 4, with: Data("apac".utf8))
        let box = try #require(bytes.range(of: Data("esds".utf8), in: second.upperBound..<bytes.count))
        bytes.replaceSubrange(box, with: Data("dapa".utf8))
        try bytes.write(to: path)
        let imported = try place.replay("import", "two.mp4")
        #expect(imported.status == 0)
        #expect(imported.errors == "replay: track 3, audio (apac), is left out: it cannot be decoded here\n")
        let facts = try MediaProbe(path: place.recordingFolder(imported.line).appending(path: "movie.mp4").path)
            .streams()
        #expect(facts.map(\.kind) == ["video", "audio"])
    }

    @Test("Chapters become marks, which are cut along and exported", arguments: ["mkv", "mp4"])
    func chapters(kind: String) throws {
        let place = try Workplace()
        try SourceMovie.plain.make(at: place.path("plain.mp4"))
        let chapters = [0, 1000, 2000].map {
            "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\($0)\nEND=\($0 + 1000)\ntitle=Part \($0 / 1000)\n"
        }
        try (";FFMETADATA1\n" + chapters.joined()).write(
            toFile: place.path("chapters"), atomically: true, encoding: .utf8)
        try ffmpeg("-i plain.mp4 -i chapters -map 0 -map_metadata 1 -map_chapters 1 -c copy m.\(kind)", in: place)
        let imported = try place.replay("import", "m.\(kind)")
        #expect(imported.errors == "replay: 3 chapters are marks of the recording\n")
        try place.result("cut", "-r", imported.line, "1.2..1.6")
        try place.result("export", imported.line, "--preset", "original", "-o", "out.mp4")
        let found = try ChildProcess.tool([
            JudgeProgram.ffprobe, "-v", "error", "-show_entries", "chapter=start_time:chapter_tags=title", "-of",
            "csv=p=0", place.path("out.mp4"),
        ])
        let lines = String(decoding: found, as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: ",").map(String.init)
        }
        #expect(lines.map { $0.last } == ["Part 0", "Part 1", "Part 2"])
        let starts = lines.compactMap { $0.first.flatMap(Double.init) }
        for (one, other) in zip(starts, [0, 1, 1.6]) { #expect(abs(one - other) < 0.03, "\(starts)") }
    }

    private func makeCaptions(_ codec: String, _ kind: String, in place: Workplace) throws {
        try SourceMovie.silent.make(at: place.path("silent.mp4"))
        let cues = [
            "1\n00:00:00,500 --> 00:00:01,000\nfirst & <i>best</i>\n",
            "2\n00:00:01,100 --> 00:00:02,000\nover\nthe cut\n",
            "3\n00:00:02,500 --> 00:00:02,900\nlast\n",
        ]
        try cues.joined(separator: "\n").write(toFile: place.path("c.srt"), atomically: true, encoding: .utf8)
        try ffmpeg("-i silent.mp4 -i c.srt -map 0 -map 1 -c copy -c:s \(codec) m.\(kind)", in: place)
    }

    @Test(
        "A subtitle track becomes captions, which every export has",
        arguments: [("srt", "mkv"), ("ass", "mkv"), ("webvtt", "mkv"), ("mov_text", "mp4")])
    func captions(codec: String, kind: String) throws {
        let place = try Workplace()
        try makeCaptions(codec, kind, in: place)
        let imported = try place.replay("import", "m.\(kind)")
        #expect(imported.errors == "replay: track 2 is imported as captions (3); exports include them\n")
        let stored = place.recordingFolder(imported.line).appending(path: "captions.vtt")
        let text = try String(contentsOf: stored, encoding: .utf8)
        #expect(text.hasPrefix("WEBVTT\n") && text.contains("first &amp; best") && text.contains("over\nthe cut"))
        #expect(text.contains("00:00:01.100 --> 00:00:02.000"), "\(text)")
        try place.result("cut", "-r", imported.line, "1.2..1.6")
        let id = imported.line
        try place.result("export", id, "--preset", "original", "--captions-as", "srt", "-o", "out.mp4")
        let cut = try String(contentsOfFile: place.path("out.srt"), encoding: .utf8)
        #expect(
            cut.contains("00:00:01,100 --> 00:00:01,600") && cut.contains("00:00:02,100 --> 00:00:02,500"), "\(cut)")
        try place.result("export", id, "--preset", "original", "-o", "track.mp4")
        #expect(try ExportedMovie(place.path("track.mp4")).streams.contains { $0.codec == "mov_text" })
        try place.result("export", id, "--preset", "original", "--captions", "none", "-o", "plain-out.mp4")
        #expect(try ExportedMovie(place.path("plain-out.mp4")).streams.count == 1)
    }

    @Test("A recording without captions has none to give in another way")
    func noCaptions() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        try place.replay("export", id, "--captions-as", "srt", "-o", "out.mp4").expectComplaint(64, "--captions")
    }

    @Test("What an import leaves out is said, a line for each track")
    func leftOut() throws {
        let place = try Workplace()
        try makeCaptions("srt", "mkv", in: place)
        try ffmpeg("-f lavfi -i testsrc=s=64x64:d=1 -frames:v 1 cover.jpg", in: place)
        try ffmpeg(
            "-i m.mkv -i c.srt -i c.srt -f lavfi -i testsrc2=s=64x36:d=3 -map 0 -map 1 -map 2 -map 3 -c copy -c:v:1 libx264 "
                + "-attach cover.jpg -metadata:s:t mimetype=image/jpeg n.mkv", in: place)
        let path = place.folder.appending(path: "n.mkv")
        var bytes = try Data(contentsOf: path)
        // The last text track is labelled as bitmap captions, as on discs.
        let name = try #require(bytes.ranges(of: Data("S_TEXT/UTF8".utf8)).last)
        bytes.replaceSubrange(name, with: Data("S_HDMV/PGS\0".utf8))
        try bytes.write(to: path)
        let imported = try place.replay("import", "n.mkv")
        #expect(imported.status == 0)
        let lines = imported.errors.split(separator: "\n")
        #expect(lines.count { $0.contains("is left out") } == 4, "\(imported.errors)")
        #expect(lines.contains { $0.contains("images, not text") })
        #expect(lines.contains { $0.contains("one track of captions") })
        #expect(lines.contains { $0.contains("one video track") } && lines.contains { $0.contains("cover") })
    }
}
