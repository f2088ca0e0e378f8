import Foundation
import ReplayTestSupport
import Testing

/// Files that are no movies, or not whole ones.
@Suite struct BadMovieTests {
    private func expectNothing(in desk: Desk) throws {
        #expect(try desk.names(in: "home/recordings").isEmpty)
    }

    @Test func `What is no movie is not imported`() throws {
        let desk = try Desk()
        _ = try desk.shell(": > empty; echo hello > text; mkfifo pipe; mkdir folder")
        var random = SplitMix64(seed: 1)
        try noise(using: &random).write(to: desk.folder.appending(path: "noise"))
        for name in ["empty", "text", "noise", "pipe", "folder", "/dev/null", "/dev/zero"] {
            try desk.replay("import", name).expectComplaint(65, name, "is no movie")
        }
        try desk.replay("import", "missing").expectComplaint(66, "missing", "there is no such file")
        try desk.replay("import", "").expectComplaint(66, "there is no such file")
        try desk.replay("import").expectComplaint(64, "file")
        try expectNothing(in: desk)
    }

    private func noise(using random: inout SplitMix64) -> Data {
        Data((0..<9999).map { _ in UInt8.random(in: 0...255, using: &random) })
    }

    @Test func `Noise that looks like music here and there is no movie`() throws {
        let desk = try Desk()
        var random = SplitMix64.seeded()
        for number in 0..<25 {
            var bytes = noise(using: &random)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<bytes.count - 4, using: &random)
                bytes.replaceSubrange(place..<place + 4, with: [0xFF, 0xFB, 0x90, 0x64])
            }
            try bytes.write(to: desk.folder.appending(path: "noise\(number)"))
            let outcome = try desk.replay("import", "noise\(number)")
            #expect(outcome.status == 65, "\(outcome.errors)")
            // What passes for music has no video.
            #expect(outcome.errors.contains(/: noise\d+ (is no movie|has no video)/), "\(outcome.errors)")
        }
        try expectNothing(in: desk)
    }

    @Test(arguments: [
        SourceMovie("audio alone", "audio.m4a", "\(SourceMovie.tone) -c:a aac"),
        SourceMovie("cover frame", "cover.mp3", "\(SourceMovie.tone) -c:a libmp3lame"),
    ])
    func `Audio alone is no movie`(source: SourceMovie) throws {
        let desk = try Desk()
        try source.make(at: desk.path(source.file))
        try desk.replay("import", source.file).expectComplaint(65, source.file, "has no video")
        try expectNothing(in: desk)
    }

    @Test func `Frames without times are refused`() throws {
        let desk = try Desk()
        try SourceMovie("bare", "bare.h264", "\(SourceMovie.frames) \(SourceMovie.x264)").make(
            at: desk.path("bare.h264"))
        try desk.replay("import", "bare.h264").expectComplaint(65, "bare.h264")
        try expectNothing(in: desk)
    }

    @Test(arguments: [
        SourceMovie(
            "header first", "first.mp4", "\(SourceMovie.both) \(SourceMovie.x264) -c:a aac -movflags +faststart"),
        SourceMovie("Matroska", "cut.mkv", "\(SourceMovie.both) \(SourceMovie.x264) -c:a aac"),
        SourceMovie("AVI", "cut.avi", "\(SourceMovie.both) -c:v mpeg4 -c:a libmp3lame"),
        SourceMovie(
            "WebM", "cut.webm", "\(SourceMovie.both) -c:v libvpx -deadline realtime -cpu-used 8 -c:a libvorbis"),
    ])
    func `A truncated movie is taken only when asked for`(source: SourceMovie) throws {
        let desk = try Desk()
        try source.make(at: desk.path(source.file))
        let half = "size=$(stat -c %s \(source.file)); truncate -s $((size / 2)) \(source.file)"
        _ = try desk.shell(half)
        try desk.replay("import", source.file).expectComplaint(65, source.file, "truncated", "--partial")
        try expectNothing(in: desk)
        let id = try desk.result("import", "--partial", source.file)
        try desk.result("export", id, "-o", "out.mp4")
        let frames = try ExportedMovie(desk.path("out.mp4")).numbers()
        #expect((5..<75).contains(frames.count))
        #expect(frames.prefix(5) == [0, 1, 2, 3, 4])
    }

    @Test func `A movie whose header was lost is refused, partial or not`() throws {
        let desk = try Desk()
        try SourceMovie.plain.make(at: desk.path("plain.mp4"))
        _ = try desk.shell("truncate -s 20000 plain.mp4")
        try desk.replay("import", "plain.mp4").expectComplaint(65, "plain.mp4", "no header")
        try desk.replay("import", "--partial", "plain.mp4").expectComplaint(65, "plain.mp4", "no header")
        try expectNothing(in: desk)
    }
}
