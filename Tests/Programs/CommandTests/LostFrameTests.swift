import Foundation
import ReplayTestSupport
import Testing

/// Checks exports that would have fewer frames than they should.
@Suite(.timeLimit(.minutes(30))) struct LostFrameTests {
    /// Makes a movie as if it was cut out of open GOPs. It begins with an I-frame that is not an IDR and has no
    /// recovery point.
    private func makeOpenMovie(in place: Workplace) throws {
        let options =
            "-f lavfi -i testsrc2=s=160x90:r=24:d=10 -c:v libx264 -preset veryfast -bf 3 -pix_fmt yuv420p -forced-idr 1 "
            + "-force_key_frames 6 -x264-params open-gop=1:keyint=48:min-keyint=48:scenecut=0"
        try SourceMovie("open", "open.mp4", options).make(at: place.path("open.mp4"))
        _ = try ChildProcess.tool([
            "ffmpeg", "-v", "error", "-nostdin", "-ss", "2.1", "-i", place.path("open.mp4"), "-map", "0:v", "-c",
            "copy",
            "-bsf:v", "filter_units=remove_types=6", "-movflags", "+empty_moov+frag_keyframe", place.path("start.mp4"),
        ])
    }

    @Test("A movie that lost its end is exported with a sentence about it")
    func shortened() throws {
        let place = try Workplace()
        let id = try place.importMovie(.plain)
        let movie = place.recordingFolder(id).appending(path: "movie.mp4")
        let size = try #require(try FileManager.default.attributesOfItem(atPath: movie.path)[.size] as? UInt64)
        let file = try FileHandle(forWritingTo: movie)
        try file.truncate(atOffset: size * 6 / 10)
        try file.close()
        let outcome = try place.replay("export", id, "-o", "out.mp4")
        #expect(outcome.status == 0 && outcome.errors.contains("movie is truncated at 0:0"), "\(outcome.errors)")
        #expect(try place.replay("info").output.contains("its movie is truncated"))
        #expect(try ExportedMovie(place.path("out.mp4")).numbers().first == 0)
    }

    @Test("A movie that begins with a frame that is no IDR keeps every frame", arguments: ["smart", "full"])
    func noIDRAtTheStart(method: String) throws {
        let place = try Workplace()
        try makeOpenMovie(in: place)
        let wanted = try ShownPixels(place.path("start.mp4"))
        let id = try place.result("import", "start.mp4")
        try place.result("export", id, "--preset", "original", "--render", method, "-o", "out.mp4")
        let found = try ShownPixels(place.path("out.mp4"))
        #expect(wanted.frames.count > 180 && found.frames.count == wanted.frames.count)
        for (number, (one, other)) in zip(found.frames, wanted.frames).enumerated() {
            #expect(ShownPixels.difference(one, other) < 2, "frame \(number)")
        }
    }

    @Test("A cut before the first IDR shows the frame that was there")
    func cutBeforeTheFirstIDR() throws {
        let place = try Workplace()
        try makeOpenMovie(in: place)
        let wanted = try ShownPixels(place.path("start.mp4"))
        let id = try place.result("import", "start.mp4")
        try place.result("trim", id, "--from", "1")
        try place.result("export", id, "--preset", "original", "-o", "out.mp4")
        let found = try ShownPixels(place.path("out.mp4"))
        #expect(found.frames.count == wanted.frames.count - 24)
        #expect(ShownPixels.difference(found.frames[0], wanted.frames[24]) < 2)
    }

    /// Imports a movie with a frame that cannot be decoded.
    private func importBroken(in place: Workplace) throws -> String {
        try SourceMovie.silent.make(at: place.path("movie.mp4"))
        let path = place.folder.appending(path: "movie.mp4")
        var bytes = try Data(contentsOf: path)
        let packet = try Self.packets(of: path.path)[40]
        // A slice of one byte, and filler data for the rest.
        bytes.replaceSubrange(packet.lowerBound..<packet.lowerBound + 4, with: [0, 0, 0, 2])
        let rest = UInt32(packet.count - 10)
        let filler = [24, 16, 8, 0].map { UInt8(rest >> $0 & 255) } + [12]
        bytes.replaceSubrange(packet.lowerBound + 6..<packet.lowerBound + 11, with: filler)
        try bytes.write(to: path)
        return try place.result("import", "movie.mp4")
    }

    private static func packets(of path: String) throws -> [Range<Int>] {
        let lines = try ChildProcess.tool([
            JudgeProgram.ffprobe, "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pos,size", "-of",
            "csv=p=0", path,
        ])
        return String(decoding: lines, as: UTF8.self).split(separator: "\n").compactMap { line in
            let numbers = line.split(separator: ",").compactMap { Int($0) }
            return numbers.count < 2 ? nil : numbers[1]..<numbers[1] + numbers[0]
        }
    }

    @Test(
        "An export that lacks a frame of its plan fails and leaves nothing, however it is rendered",
        arguments: [["original"], ["original", "--render", "full"], ["share-720p"], ["hls"]])
    func lostFrame(options: [String]) throws {
        let place = try Workplace()
        let id = try importBroken(in: place)
        let output = options == ["hls"] ? "out" : "out.mp4"
        let outcome = try place.start(["export", id, "-o", output, "--preset"] + options).wait()
        #expect(outcome.status == 65 && outcome.errors.contains("cannot be decoded"), "\(outcome.errors)")
        #expect(outcome.errors.contains("1.600"), "\(outcome.errors)")
        #expect(!place.exists(output))
    }

    @Test("The frames that a cut wants encoded are counted too")
    func lostFrameInASpan() throws {
        let place = try Workplace()
        let id = try importBroken(in: place)
        // Only the blur requires the frame to be encoded.
        try place.result("edit", id, "blur 1.5..1.8 40x40+0+0")
        try place.replay("export", id, "--preset", "original", "-o", "out.mp4").expectComplaint(65, "cannot be decoded")
        try place.result("cut", "-r", id, "1.44..2")
        #expect(try place.replay("export", id, "--preset", "original", "-o", "out.mp4").status == 0)
    }

    @Test("A chunk that lacks a frame fails")
    func lostFrameInAChunk() throws {
        let place = try Workplace()
        let id = try importBroken(in: place)
        try place.result(
            "export", id, "--plan", "--preset", "original", "--render", "full", "-o", "out.mp4", "--chunk-length", "1s")
        let outcomes = try (0..<3).map { try place.replay("export", "--chunk", "\($0)", "-o", "out.mp4") }
        #expect(outcomes.filter { $0.status == 65 }.count == 1)
        #expect(try place.replay("export", "--join", "-o", "out.mp4").status != 0 && !place.exists("out.mp4"))
    }
}
