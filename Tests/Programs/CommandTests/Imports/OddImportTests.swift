import Foundation
import ReplayTestSupport
import Testing

/// Checks movies that change in the middle, end wrongly, or lack facts about themselves.
@Suite(.timeLimit(.minutes(30))) struct OddImportTests {
    private static let sized = "-c:v libx264 -preset ultrafast -g 25 -bf 0 -pix_fmt yuv420p -f mpegts"

    @Test("A movie whose frames change their size has one size, with bars")
    func resized() throws {
        let place = try Workplace()
        for (name, size, offset) in [("a.ts", "320x180", 0), ("b.ts", "480x360", 1)] {
            try SourceMovie(
                name, name,
                "-f lavfi -i color=white:s=\(size):r=25:d=1 -f lavfi -i sine=440:r=48000:d=1 -c:a aac \(Self.sized) "
                    + "-output_ts_offset \(offset)"
            ).make(at: place.path(name))
        }
        _ = try place.shell("cat a.ts b.ts > both.ts")
        let imported = try place.replay("import", "both.ts")
        #expect(imported.status == 0 && imported.errors.contains("size of the frames changes"), "\(imported.errors)")
        try place.result("export", imported.line, "--preset", "original", "-o", "out.mp4")
        let movie = try ExportedMovie(place.path("out.mp4"))
        #expect(movie.video?.width == 320 && movie.video?.height == 180)
        let bytes = try movie.decode(["-f", "rawvideo", "-pix_fmt", "gray"])
        try #require(bytes.count == 50 * 320 * 180)
        // The corner of the second part is in a bar; its middle is not.
        let last = bytes.startIndex + 49 * 320 * 180
        #expect(bytes[bytes.startIndex] > 200 && bytes[last] < 40 && bytes[last + 90 * 320 + 160] > 200)
    }

    @Test("Zeros after the last whole fragment are the end of the movie")
    func zeros() throws {
        let place = try Workplace()
        let movie = SourceMovie(
            "fragments", "whole.mp4",
            "\(SourceMovie.both) \(SourceMovie.x264) -c:a aac -movflags frag_keyframe+empty_moov+default_base_moof")
        try movie.make(at: place.path("whole.mp4"))
        let whole = try Data(contentsOf: place.folder.appending(path: "whole.mp4"))
        // The cut is inside the third fragment.
        let fragment = try #require(whole.ranges(of: Data("moof".utf8)).dropFirst(2).first).lowerBound
        let cut = whole.prefix((fragment + whole.count) / 2) + Data(count: 100_000)
        try cut.write(to: place.folder.appending(path: "zeros.mp4"))
        try place.replay("import", "zeros.mp4").expectComplaint(65, "truncated", "--partial")
        let id = try place.result("import", "--partial", "zeros.mp4")
        try place.result("export", id, "--preset", "original", "-o", "out.mp4")
        let numbers = try ExportedMovie(place.path("out.mp4")).numbers()
        #expect(numbers.count >= 50 && numbers == Array(0..<numbers.count))
    }

    @Test("Odd sides of what is encoded anew are padded, and of what is copied it is said")
    func oddSides() throws {
        let place = try Workplace()
        let frames = "-f lavfi -i color=white:s=320x180:r=25:d=1 -vf scale=323:181,format=yuv444p"
        try SourceMovie("lossless", "odd.mkv", "\(frames) -c:v ffv1").make(at: place.path("odd.mkv"))
        let id = try place.result("import", "odd.mkv")
        let video = try MediaProbe(path: place.recordingFolder(id).appending(path: "movie.mp4").path).streams()
        #expect(video.first?.width == 324 && video.first?.height == 182)
        try SourceMovie("copied", "odd.mp4", "\(frames) -c:v libx264").make(at: place.path("odd.mp4"))
        #expect(try place.replay("import", "odd.mp4").errors.contains("323x181"))
    }

    @Test("A movie that does not say its size is refused for that")
    func unknownSize() throws {
        let place = try Workplace()
        try SourceMovie("small", "m.mkv", "\(SourceMovie.frames) \(SourceMovie.x264)").make(at: place.path("m.mkv"))
        let path = place.folder.appending(path: "m.mkv")
        var bytes = try Data(contentsOf: path)
        // A codec that FFmpeg knows without a decoder, and no size: PixelWidth and PixelHeight of 0.
        let codec = try #require(bytes.range(of: Data("V_MPEG4/ISO/AVC".utf8)))
        bytes.replaceSubrange(codec, with: Data("V_THEORA\0\0\0\0\0\0\0".utf8))
        for (name, value) in [([UInt8(0xB0), 0x82, 0x01, 0x40], 0), ([0xBA, 0x81, 0xB4], 0)] as [([UInt8], UInt8)] {
            let place = try #require(bytes.range(of: Data(name), in: 0..<1000))
            bytes.replaceSubrange(
                place.lowerBound + 2..<place.upperBound, with: Data(repeating: value, count: name.count - 2))
        }
        try bytes.write(to: path)
        try place.replay("import", "m.mkv").expectComplaint(65, "does not state the size of its frames")
    }

    @Test(
        "Frames that no decoder shows, because what they go by was cut away, are left out", arguments: ["auto", "full"])
    func cutStream(method: String) throws {
        let place = try Workplace()
        try SourceMovie("stream", "m.ts", "\(SourceMovie.frames) \(SourceMovie.x264)").make(at: place.path("m.ts"))
        let bytes = try Data(contentsOf: place.folder.appending(path: "m.ts"))
        let packet = 188
        let first = bytes.count / packet / 4 * packet
        try bytes.dropFirst(first).write(to: place.folder.appending(path: "cut.ts"))
        let id = try place.result("import", "cut.ts")
        try place.result("export", id, "--preset", "original", "--render", method, "-o", "out.mp4")
        #expect(try ExportedMovie(place.path("out.mp4")).numbers() == Array(25..<75))
    }
}
