import Foundation
import MediaTime
import ReplayTestSupport
import Testing

/// Checks formats other than MP4, and their file name extensions.
@Suite struct FileFormatTests {
    @Test("A WebM file has the frames and the audio of the edit")
    func webMFileHasTheFramesAndTheAudio() throws {
        let place = try Workplace()
        let id = try place.importMovie()
        try place.result("cut", "-r", id, "1..2")
        #expect(try place.result("export", id, "--preset", "webm") == "plain.webm")
        let movie = try ExportedMovie(place.path("plain.webm"))
        try movie.decode()
        #expect((movie.video?.codec, movie.audio?.codec) == ("vp9", "opus"))
        let times = try movie.times()
        #expect(times.count == 60)
        for (place, time) in times.enumerated() {
            let wanted = Double(place) / 30
            #expect(abs(time.seconds - wanted) < 0.002)
        }
        // At 30 frames per second, a movie of 25 shows some frames twice.
        let numbers = try movie.numbers()
        #expect(numbers.first == 0 && numbers.last == 74)
        #expect(Set(numbers) == Set(0..<25).union(50..<75))
        let audio = try movie.samples()
        #expect(abs(audio.count - 96_000) < 1440)
        let start = try #require(movie.audio?.start)
        // The encoder's priming samples are in the file, but are not heard.
        #expect(abs(start.seconds + 0.0065) < 0.002)
        let again = place.path("again.webm")
        try place.result("export", id, "--preset", "webm", "-o", again)
        #expect(try Data(contentsOf: URL(filePath: again)) == Data(contentsOf: URL(filePath: movie.path)))
    }

    @Test("A GIF is small, plays in a loop and has the frames of the edit")
    func gifIsSmall() throws {
        let place = try Workplace()
        try SourceMovie("large", "large.mp4", "\(SourceMovie.frames),scale=1280:720 \(SourceMovie.x264)")
            .make(at: place.path("large.mp4"))
        let id = try place.result("import", "large.mp4")
        try place.result("cut", "-r", id, "1..2")
        #expect(try place.result("export", id, "--preset", "gif") == "large.gif")
        let movie = try ExportedMovie(place.path("large.gif"))
        let video = try #require(movie.video)
        #expect((video.codec, video.width, video.height) == ("gif", 640, 360))
        #expect(movie.audio == nil)
        let times = try movie.times()
        #expect(times.count == 20)
        for (place, time) in times.enumerated() { #expect(abs(time.seconds - Double(place) / 10) < 0.001) }
        // Each frame is the nearest one in the edit.
        let numbers = try movie.numbers()
        let frames = Array(0..<25) + Array(50..<75)
        for (place, number) in numbers.enumerated() {
            let nearest = (0..<50).filter { abs(Double($0) / 25 - Double(place) / 10) < 0.07 }.map { frames[$0] }
            #expect(nearest.contains(number), "\(place): \(number)")
        }
        let bytes = try Data(contentsOf: URL(filePath: movie.path))
        #expect(bytes.range(of: Data("NETSCAPE2.0".utf8)) != nil)
        try place.result("export", id, "--preset", "gif", "-o", "again.gif")
        #expect(try Data(contentsOf: URL(filePath: place.path("again.gif"))) == bytes)
        try place.result("trim", id, "--from", "0.2", "--to", "0.21")
        try place.result("export", id, "--preset", "gif", "-o", "short.gif")
        #expect(try ExportedMovie(place.path("short.gif")).times().count == 1)
    }

    @Test("A name that promises what the preset does not make is refused")
    func nameThatPromisesWhatThePreset() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        for (preset, name, words) in [
            ("share-1080p", "x.webm", "--preset webm"), ("original", "x.gif", "--preset gif"),
            ("share-720p", "x.AVI", ".mp4"), ("webm", "x.mp4", ".webm"), ("gif", "x.webm", ".gif"),
            ("hls", "x.mp4", "a folder"), ("hls-single", "x.m3u8/", "a folder"),
        ] {
            try place.replay("export", id, "--preset", preset, "-o", name).expectComplaint(64, name, words)
            try place.replay("export", id, "--preset", preset, "-o", name, "--explain").expectComplaint(64, name)
        }
        try place.replay("export", id, "--plan", "-o", "x.webm").expectComplaint(64, "only MP4 files")
        for name in ["x.mp4", "X.MP4", "x.m4v", "./plain", "v1.2"] {
            #expect(try place.result("export", id, "-o", name) == name)
        }
    }

    @Test("What such a file cannot have is refused in a sentence")
    func whatSuchAFileCannotHaveIsRefused() throws {
        let place = try Workplace()
        let id = try place.importMovie()
        for preset in ["gif", "webm"] {
            try place.replay("export", id, "--preset", preset, "--render", "smart").expectComplaint(
                65, "encoding", "makes")
            try place.replay("export", id, "--preset", preset, "--plan").expectComplaint(64, "chunks", preset)
            try place.replay("export", id, "--preset", preset, "--page").expectComplaint(64, "HLS")
        }
        try place.replay("export", id, "--preset", "gif", "--audio", "mic").expectComplaint(64, "no audio")
        let explained = try place.replay("export", id, "--preset", "gif", "--explain")
        #expect(explained.status == 0)
        #expect(explained.output.contains("full: the preset makes GIF") && explained.output.contains("audio: none"))
        try #"{"version": 1, "name": "m", "summary": "s", "format": "gif", "video": {"maxWidth": 64}}"#
            .write(toFile: place.path("mine.json"), atomically: true, encoding: .utf8)
        try place.replay("export", id, "--preset", "./mine.json").expectComplaint(65, "“video.frameRate” is missing")
    }

    @Test("A batch makes them too")
    func batchMakesThemToo() throws {
        let place = try Workplace()
        try SourceMovie.plain.make(at: place.path("plain.mp4"))
        func batch(_ jobs: String) throws -> ChildProcess.Outcome {
            try "{version: 1, jobs: [\(jobs)]}".write(
                toFile: place.path("jobs.json5"), atomically: true, encoding: .utf8)
            return try place.replay("batch", "jobs.json5")
        }
        try batch("{movie: 'plain.mp4', preset: 'gif', output: 'x.mp4'}").expectComplaint(65, "line 1", ".gif")
        try batch("{movie: 'plain.mp4', preset: 'webm', chunk: '2s'}").expectComplaint(65, "chunk", "WebM")
        let outcome = try batch(
            "{movie: 'plain.mp4', preset: 'gif'}, {movie: 'plain.mp4', preset: 'webm'},"
                + "{movie: 'plain.mp4', preset: 'gif', output: 'same.gif'}")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try ExportedMovie(place.path("plain-gif.gif")).video?.codec == "gif")
        #expect(try ExportedMovie(place.path("plain-webm.webm")).video?.codec == "vp9")
        #expect(
            try Data(contentsOf: URL(filePath: place.path("same.gif")))
                == Data(contentsOf: URL(filePath: place.path("plain-gif.gif"))))
    }
}
