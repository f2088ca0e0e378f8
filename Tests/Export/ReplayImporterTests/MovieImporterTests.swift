import Foundation
import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport
import Testing

@testable import Files
@testable import ReplayImporter

/// Checks movies that become recordings. ffprobe reads the results.
@Suite struct MovieImporterTests {
    private static let plain = "\(MovieFile.frames) \(MovieFile.tone) \(MovieFile.x264) -c:a aac"

    @Test("What MP4 takes is copied, packet by packet")
    func copied() throws {
        let file = try MovieFile("plain.mp4", Self.plain)
        let recording = try file.imported(name: "holiday")
        let source = MediaProbe(path: file.path)
        for stream in ["v:0", "a:0"] {
            #expect(try recording.movie.packetHashes(of: stream) == source.packetHashes(of: stream))
        }
        #expect(try recording.movie.frameTimes(of: "v:0") == source.frameTimes(of: "v:0"))
        let ending = try #require(recording.facts.ending)
        #expect(ending.frames == 50 && ending.reason == .requested && ending.duration >= .seconds(2))
        #expect(recording.facts.name == "holiday" && recording.facts.origin == .imported)
        #expect(recording.state() == .finished)
        #expect(try file.library.recording(matching: nil).facts.name == "holiday")
    }

    @Test("Frames at any times keep them, in any container, with B-frames and without")
    func anyTimes() throws {
        var random = SplitMix64.seeded()
        for kind in ["mp4", "mkv", "mov", "mp4", "mkv"] {
            let modulus = [4, 5, 6, 8, 9, 10, 11, 13].randomElement(using: &random) ?? 5
            let left = Int.random(in: 1...3, using: &random)
            let rate = Int.random(in: 5...60, using: &random)
            let options =
                "-f lavfi -i testsrc2=s=64x36:r=\(rate):d=3 -vf select='gte(mod(n*7,\(modulus)),\(left))' -fps_mode vfr "
                + "\(MovieFile.x264) -bf \(Int.random(in: 0...3, using: &random))"
            let file = try MovieFile("movie.\(kind)", options)
            let recording = try file.imported()
            let (found, wanted) = (
                try recording.movie.frameTimes(of: "v:0"), try MediaProbe(path: file.path).frameTimes(of: "v:0")
            )
            #expect(!wanted.isEmpty && found.count == wanted.count, "\(options)")
            let (begin, wantedBegin) = (try #require(found.first), try #require(wanted.first))
            #expect(found.map { $0 - begin } == wanted.map { $0 - wantedBegin }, "\(options)")
        }
    }

    @Test(
        "A movie whose frames are far apart is whole, though its header counts from before the first to after the last",
        arguments: ["mp4", "mov", "mkv"])
    func sparse(kind: String) throws {
        let file = try MovieFile(
            "movie.\(kind)",
            "-f lavfi -i testsrc2=s=64x36:r=5:d=3 -vf select='between(n,2,8)+eq(n,12)' -fps_mode vfr \(MovieFile.x264)")
        #expect(try file.imported().facts.ending?.frames == 8)
    }

    @Test("What MP4 does not take is encoded anew, frame by frame, at the same times")
    func encoded() throws {
        let file = try MovieFile(
            "movie.mkv", "\(MovieFile.frames) \(MovieFile.tone) -c:v libvpx -deadline realtime -c:a adpcm_ms")
        let recording = try file.imported()
        let codecs = try recording.movie.streams().map(\.codec)
        #expect(codecs == ["h264", "aac"])
        let (found, wanted) = (
            try recording.movie.frameTimes(of: "v:0"), try MediaProbe(path: file.path).frameTimes(of: "v:0")
        )
        #expect(found == wanted && found.count == 50)
    }

    @Test("The rotation, the names of the audio tracks and the date are kept")
    func kept() throws {
        let flat = try MovieFile(
            "flat.mp4",
            "\(MovieFile.frames) \(MovieFile.tone) -f lavfi -i sine=880:d=2 -map 0 -map 1 -map 2 \(MovieFile.x264) -c:a aac "
                + "-metadata:s:a:0 handler_name=Left -metadata:s:a:1 handler_name=Right")
        let turned = try MovieFile(
            "turned.mp4",
            "-i \(flat.path) -map 0 -c copy -metadata:s:v rotate=90 -metadata creation_time=2020-02-03T04:05:06Z")
        let recording = try turned.imported()
        #expect(
            try recording.movie.streams().map { $0.tags["handler_name"] }.suffix(2) == ["Left", "Right"])
        #expect(try recording.facts.movieDate == Date("2020-02-03T04:05:06Z", strategy: .iso8601))
        // ffmpeg rotates the decoded frames, as players do.
        let decoded = try ChildProcess.tool([
            JudgeProgram.ffmpeg, "-v", "error", "-nostdin", "-i", recording.movie.path, "-frames:v", "1", "-f",
            "rawvideo", "-pix_fmt", "gray", "-vf", "crop=72:128:0:0:exact=1", "-",
        ])
        #expect(decoded.count == 72 * 128)
    }

    @Test("The header alone tells the size and the length")
    func outline() throws {
        let file = try MovieFile("plain.mp4", Self.plain)
        let outline = try MovieImporter.outline(of: file.path)
        #expect((outline.width, outline.height) == (128, 72))
        #expect(outline.duration >= .seconds(2) && outline.duration < .milliseconds(2100))
        #expect(try file.leftovers.isEmpty)
    }

    @Test(
        "A movie that ends before its header says is refused, and taken as far as it goes where that is asked for",
        arguments: [("cut.mp4", "-movflags +faststart"), ("cut.mkv", "")])
    func truncated(name: String, options: String) throws {
        let file = try MovieFile(name, "\(Self.plain) \(options)")
        let whole = try hashes(file.path)
        try file.truncate(to: 0.5)
        let error = #expect(throws: MovieError.self) { try file.imported() }
        #expect(error?.reason == .truncated)
        #expect(try file.leftovers.isEmpty)
        let recording = try file.imported(takingPart: true)
        let frames = try #require(recording.facts.ending?.frames)
        #expect((1..<whole.count).contains(frames))
        let found = try hashes(recording.movie.path)
        // The last packet may be truncated.
        #expect(found.count == frames && found.dropLast().elementsEqual(whole.prefix(frames - 1)))
    }

    /// Returns the hashes of the video packets. They are not decoded, because ffmpeg rightly complains about a
    /// truncated one.
    private func hashes(_ path: String) throws -> [Substring] {
        let ffmpeg = try ChildProcess([
            JudgeProgram.ffmpeg(reading: path), "-v", "fatal", "-nostdin", "-i", path, "-map", "0:v", "-c", "copy",
            "-f", "framemd5", "-",
        ])
        let lines = try ffmpeg.wait().output.split(separator: "\n").filter { !$0.hasPrefix("#") }
        return lines.compactMap { $0.split(separator: ",").last }
    }

    @Test("Audio alone is no movie, and leaves nothing")
    func audioAlone() throws {
        let file = try MovieFile("audio.m4a", "\(MovieFile.tone) -c:a aac")
        #expect(#expect(throws: MovieError.self) { try file.imported() }?.reason == .noVideo)
        #expect(#expect(throws: MovieError.self) { try MovieImporter.outline(of: file.path) }?.reason == .noVideo)
        #expect(try file.leftovers.isEmpty)
    }

    @Test("Frames without times are refused, and leave nothing")
    func timeless() throws {
        let file = try MovieFile("bare.h264", "\(MovieFile.frames) \(MovieFile.x264)")
        #expect(#expect(throws: MovieError.self) { try file.imported() }?.reason == .noTimes)
        #expect(try file.leftovers.isEmpty)
    }

    @Test("What is no file, or no movie, is an error that names it")
    func noMovie() throws {
        let file = try MovieFile("nothing.mp4")
        #expect(#expect(throws: FileSystemError.self) { try file.imported() }?.code == ENOENT)
        try Data().write(to: URL(filePath: file.path))
        #expect(#expect(throws: MovieError.self) { try file.imported() }?.reason == .noHeader)
        var random = SplitMix64.seeded()
        try Data((0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) }).write(to: URL(filePath: file.path))
        let error = #expect(throws: MovieError.self) { try file.imported() }
        #expect(error?.description.contains(file.path) == true)
        for path in ["/", "/dev/null"] {
            let importer = MovieImporter(library: file.library)
            let error = #expect(throws: MovieError.self) {
                try importer.importMovie(at: path, name: nil, takingPart: false)
            }
            #expect(error?.reason == .noFile)
        }
        #expect(try file.leftovers.isEmpty)
    }

    @Test("A playlist is no movie: it would open other files")
    func playlist() throws {
        let file = try MovieFile("list.m3u8")
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n/etc/passwd\n#EXT-X-ENDLIST\n"
        try Data(text.utf8).write(to: URL(filePath: file.path))
        #expect(#expect(throws: MovieError.self) { try file.imported() }?.reason == .noHeader)
        #expect(try file.leftovers.isEmpty)
    }
}
