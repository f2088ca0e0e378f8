import Foundation
import ReplayTestSupport
import Testing

/// Checks files that are no movies, or incomplete ones.
@Suite struct BadMovieTests {
    private func expectNothing(in place: Workplace) throws {
        #expect(try place.names(in: "home/recordings").isEmpty)
    }

    @Test("What is no movie is not imported")
    func whatIsNoMovieIsNotImported() throws {
        let place = try Workplace()
        _ = try place.shell(": > empty; echo hello > text; mkfifo pipe; mkdir folder")
        var random = SplitMix64(seed: 1)
        try noise(using: &random).write(to: place.folder.appending(path: "noise"))
        for name in ["empty", "text", "noise", "pipe", "folder", "/dev/null", "/dev/zero"] {
            try place.replay("import", name).expectComplaint(65, name, "is not a movie")
        }
        try place.replay("import", "missing").expectComplaint(66, "missing", "there is no such file")
        try place.replay("import", "").expectComplaint(66, "there is no such file")
        try place.replay("import").expectComplaint(64, "file")
        try expectNothing(in: place)
    }

    private func noise(using random: inout SplitMix64) -> Data {
        Data((0..<9999).map { _ in UInt8.random(in: 0...255, using: &random) })
    }

    @Test("Noise that looks like music here and there is no movie")
    func noiseThatLooksLikeMusicHere() throws {
        let place = try Workplace()
        var random = SplitMix64.seeded()
        for number in 0..<25 {
            var bytes = noise(using: &random)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<bytes.count - 4, using: &random)
                bytes.replaceSubrange(place..<place + 4, with: [0xFF, 0xFB, 0x90, 0x64])
            }
            try bytes.write(to: place.folder.appending(path: "noise\(number)"))
            let outcome = try place.replay("import", "noise\(number)")
            #expect(outcome.status == 65, "\(outcome.errors)")
            // A file that is taken for music has no video.
            #expect(outcome.errors.contains(/: noise\d+ (is not a movie|has no video)/), "\(outcome.errors)")
        }
        try expectNothing(in: place)
    }

    @Test(
        "Audio alone is no movie",
        arguments: [
            SourceMovie("audio alone", "audio.m4a", "\(SourceMovie.tone) -c:a aac"),
            SourceMovie("cover frame", "cover.mp3", "\(SourceMovie.tone) -c:a libmp3lame"),
        ])
    func audioAloneIsNoMovie(source: SourceMovie) throws {
        let place = try Workplace()
        try source.make(at: place.path(source.file))
        try place.replay("import", source.file).expectComplaint(65, source.file, "has no video")
        try expectNothing(in: place)
    }

    @Test("Frames without times are refused")
    func framesWithoutTimesAreRefused() throws {
        let place = try Workplace()
        try SourceMovie("bare", "bare.h264", "\(SourceMovie.frames) \(SourceMovie.x264)").make(
            at: place.path("bare.h264"))
        try place.replay("import", "bare.h264").expectComplaint(65, "bare.h264")
        try expectNothing(in: place)
    }

    @Test(
        "A truncated movie is taken only when asked for",
        arguments: [
            SourceMovie(
                "header first", "first.mp4", "\(SourceMovie.both) \(SourceMovie.x264) -c:a aac -movflags +faststart"),
            SourceMovie("Matroska", "cut.mkv", "\(SourceMovie.both) \(SourceMovie.x264) -c:a aac"),
            SourceMovie("AVI", "cut.avi", "\(SourceMovie.both) -c:v mpeg4 -c:a libmp3lame"),
            SourceMovie(
                "WebM", "cut.webm", "\(SourceMovie.both) -c:v libvpx -deadline realtime -cpu-used 8 -c:a libvorbis"),
        ])
    func truncatedMovieIsTakenOnlyWhenAskedFor(source: SourceMovie) throws {
        let place = try Workplace()
        try source.make(at: place.path(source.file))
        let half = "size=$(stat -c %s \(source.file)); truncate -s $((size / 2)) \(source.file)"
        _ = try place.shell(half)
        try place.replay("import", source.file).expectComplaint(65, source.file, "truncated", "--partial")
        try expectNothing(in: place)
        let id = try place.result("import", "--partial", source.file)
        try place.result("export", id, "-o", "out.mp4")
        let frames = try ExportedMovie(place.path("out.mp4")).numbers()
        #expect((5..<75).contains(frames.count))
        #expect(frames.prefix(5) == [0, 1, 2, 3, 4])
        // The end of the last packet is missing, so it is left out.
        try place.result("export", id, "--render", "full", "-o", "full.mp4")
        #expect(try ExportedMovie(place.path("full.mp4")).numbers() == frames)
    }

    @Test("A movie whose header was lost is refused, partial or not")
    func movieWhoseHeaderWasLostIsRefused() throws {
        let place = try Workplace()
        try SourceMovie.plain.make(at: place.path("plain.mp4"))
        _ = try place.shell("truncate -s 20000 plain.mp4")
        try place.replay("import", "plain.mp4").expectComplaint(65, "plain.mp4", "no header")
        try place.replay("import", "--partial", "plain.mp4").expectComplaint(65, "plain.mp4", "no header")
        try expectNothing(in: place)
    }
}
