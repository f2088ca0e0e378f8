import Descriptors
import FFmpeg
import Files
import Foundation
import ReplayTestSupport
import Testing

@testable import HLSOutput

/// Checks live presentations in parts, made from movies with frames at irregular times as a recorder writes them.
@Suite struct LowLatencyStreamTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory("parts") }

    /// Makes a movie as a recorder does: without B frames, frames only if something changes, a keyframe every 2 s.
    private func movie(_ name: String, selecting frames: String, seconds: Int, hasAudio: Bool) throws -> String {
        let path = folder.path(name)
        let audio = hasAudio ? "-f lavfi -i sine=440:r=48000:d=\(seconds) -c:a aac" : ""
        let options =
            "-v error -nostdin -f lavfi -i testsrc2=s=320x180:r=30:d=\(seconds) \(audio) -vf select='\(frames)' "
            + "-fps_mode vfr -c:v libx264 -preset ultrafast -tune zerolatency -x264-params "
            + "keyint=60:scenecut=0:sliced-threads=0 -video_track_timescale 90000"
        try ChildProcess.tool(["ffmpeg"] + options.split(separator: " ").map(String.init) + [path])
        return path
    }

    private func stream(
        _ path: String, window: Int = 60, pausedBefore pauses: Set<Int64> = [], without gap: Range<Double> = 0..<0
    ) throws
        -> LowLatencyStream
    {
        let demuxer = try Demuxer.open(IOContext(OwnedDescriptor(opening: path), mode: .read), name: path)
        func track(_ kind: MediaKind) -> LiveFolder.Stream? {
            demuxer.streams.first { $0.kind == kind }.map { .init($0.parameters, timeBase: $0.timeBase) }
        }
        var now = Date(timeIntervalSince1970: 1_800_000_000)
        let stream = try LowLatencyStream(
            video: try #require(track(.video)), audio: track(.audio), window: window,
            in: Directory.open(folder.path)
        ) { now }
        var last: Int64 = 0
        while let packet = try demuxer.read() {
            let timeBase = demuxer.streams[packet.streamIndex].timeBase
            let seconds = Double(packet.pts ?? 0) * Double(timeBase.numerator) / Double(timeBase.denominator)
            if gap.contains(seconds) { continue }
            if let pts = packet.pts, demuxer.streams[packet.streamIndex].kind == .video {
                now += Double(pts - last) / 90_000 + (pauses.contains(pts) ? 60 : 0)
                last = pts
            }
            if demuxer.streams[packet.streamIndex].kind == .video {
                try stream.write(video: packet)
            } else {
                try stream.write(audio: packet)
            }
            try stream.tick()
        }
        try stream.finish()
        return stream
    }

    /// Writes the header and all parts of a rendition to a file.
    private func media(_ rendition: LivePresentation.Rendition, of stream: LowLatencyStream) throws -> String {
        let path = folder.path("\(rendition).mp4")
        let window = try #require(stream.presentation.window(rendition))
        var bytes = try #require(stream.presentation.header(rendition))
        for segment in window.segments { bytes += try stream.presentation.bytes(segment.range, of: rendition) }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    private static let pauses = [
        "1", "lt(n,20)+between(n,75,80)+gte(n,150)", "not(mod(n,7))", "eq(n,0)+eq(n,61)+eq(n,200)",
        "lt(mod(n*n,11),4)+eq(n,0)",
    ]

    @Test(
        "At each time the frame is that of the movie, and all parts but the last of a segment have equal durations",
        arguments: pauses)
    func exact(frames: String) throws {
        let path = try movie("movie.mp4", selecting: frames, seconds: 8, hasAudio: true)
        let stream = try stream(path)
        let window = try #require(stream.presentation.window(.video))
        for segment in window.segments {
            for part in segment.parts.dropLast() { #expect(part.duration == LiveWindow.partTarget) }
            #expect((1...LiveWindow.partTarget).contains(segment.parts.last?.duration ?? 0))
            #expect(segment.parts.first?.isIndependent ?? false)
        }
        var (expected, found): ([Int64: [UInt8]], [(time: Int64, pixels: [UInt8])]) = ([:], [])
        try MediaProbe(path: path).readFrames {
            expected[$0.time.converted(to: 90_000, rounding: .nearest).value] = $0.pixels
        }
        try MediaProbe(path: try media(.video, of: stream)).readFrames {
            found.append(($0.time.converted(to: 90_000, rounding: .nearest).value, $0.pixels))
        }
        let times = expected.keys.sorted()
        #expect(Set(times).isSubset(of: found.map(\.time)))
        for frame in found {
            let shown = try #require(times.last { $0 <= frame.time })
            #expect(expected[shown] == frame.pixels, "\(frame.time)")
        }
        #expect(found.count > times.count || frames == "1")
    }

    @Test("The packets of the audio are those of the movie, in parts that are no longer than the target")
    func audio() throws {
        let path = try movie("movie.mp4", selecting: Self.pauses[1], seconds: 8, hasAudio: true)
        let stream = try stream(path)
        let made = try MediaProbe(path: try media(.audio, of: stream)).packetHashes(of: "a:0")
        let source = try MediaProbe(path: path).packetHashes(of: "a:0")
        #expect(source.contains(made) && made.count >= source.count - 2)
        let window = try #require(stream.presentation.window(.audio))
        for segment in window.segments {
            for part in segment.parts { #expect(part.duration <= LiveWindow.partTarget) }
            for part in segment.parts.dropLast() { #expect(part.duration * 100 >= LiveWindow.partTarget * 85) }
        }
    }

    @Test("Old segments leave the window, and a delta update leaves out those that are not new")
    func window() throws {
        let path = try movie("movie.mp4", selecting: "1", seconds: 62, hasAudio: false)
        let stream = try stream(path, window: 30)
        let playlist = try #require(stream.presentation.playlist(.video, isDelta: false))
        #expect(playlist.segments.allSatisfy { !$0.isDiscontinuous })
        #expect(playlist.mediaSequence == 15 && playlist.segments.count == 16 && playlist.isEnded)
        let window = try #require(stream.presentation.window(.video))
        #expect(window.range(ofSegment: 14) == nil && window.range(ofSegment: 15) != nil)
        #expect(window.contains(segment: 30, part: nil) && !window.contains(segment: 31, part: 0))
    }

    @Test("Behind a pause of the recording, a segment is discontinuous and has the date of the clock")
    func pause() throws {
        let path = try movie("movie.mp4", selecting: "1", seconds: 9, hasAudio: true)
        let stream = try stream(path, pausedBefore: [4 * 90_000])
        for rendition in [LivePresentation.Rendition.video, .audio] {
            let segments = try #require(stream.presentation.window(rendition)).segments
            #expect(segments.map(\.isDiscontinuous) == [false, false, true, false, false])
            let dates = segments.map { $0.date.timeIntervalSince1970 - 1_800_000_000 }
            #expect(zip(dates, [0, 2, 64, 66, 68]).allSatisfy { abs($0 - $1) < 0.001 }, "\(dates)")
        }
    }

    @Test("A gap, as after a pause of the broadcast, is between two segments, and their durations are true")
    func gap() throws {
        let path = try movie("movie.mp4", selecting: "1", seconds: 12, hasAudio: true)
        let stream = try stream(path, without: 3.1..<8)
        for rendition in [LivePresentation.Rendition.video, .audio] {
            let segments = try #require(stream.presentation.window(rendition)).segments
            #expect(segments.map(\.isDiscontinuous) == [false, false, true, false], "\(rendition)")
            let durations = segments.map { Double($0.duration) / 90_000 }
            #expect(zip(durations, [2, 1.1, 2, 2]).allSatisfy { abs($0 - $1) < 0.1 }, "\(durations)")
            var bytes = try #require(stream.presentation.header(rendition))
            for segment in segments[2...] { bytes += try stream.presentation.bytes(segment.range, of: rendition) }
            try Data(bytes).write(to: URL(fileURLWithPath: folder.path("rest.mp4")))
            let count = try MediaProbe(path: folder.path("rest.mp4")).packetHashes(of: "0").count
            #expect(count >= (rendition == .video ? 120 : 180), "\(rendition)")
        }
    }

    @Test("The last part of a segment completes it, and a segment without parts is replaced by the next one")
    func segments() throws {
        var window = LiveWindow(length: 30 * 90_000)
        func part(_ offset: Int64) -> LiveWindow.Part {
            .init(duration: 29_700, isIndependent: true, range: offset..<offset + 1, keyframe: nil)
        }
        window.begin(at: 0, date: .now, isDiscontinuous: false)
        window.append(part(0), completesSegment: false)
        #expect(window.nextPart == .init(segment: 0, part: 1) && window.range(ofSegment: 0) == nil)
        window.append(part(1), completesSegment: true)
        #expect(window.nextPart == .init(segment: 1, part: 0) && window.range(ofSegment: 0) == 0..<2)
        window.begin(at: 59_400, date: .now, isDiscontinuous: true)
        window.begin(at: 90_000, date: .now, isDiscontinuous: false)
        #expect(window.segments.map(\.number) == [0, 1] && window.segments.map(\.isDiscontinuous) == [false, true])
    }
}
