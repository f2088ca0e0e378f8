import Foundation
import ReplayTestSupport
import Testing

/// A recording of 320 by 180 pixels and 25 frames per second, before and after a redaction, as ffmpeg reads both.
struct RedactedMovie {
    let before: String
    let after: String

    /// Keeps a recording's movie, runs `redact`, and keeps the changed movie.
    init(_ id: String, at place: Workplace, _ redact: () throws -> Void) throws {
        (before, after) = (place.path("before.mp4"), place.path("after.mp4"))
        let movie = place.recordingFolder(id).appending(path: "movie.mp4")
        try Data(contentsOf: movie).write(to: URL(fileURLWithPath: before))
        try redact()
        try Data(contentsOf: movie).write(to: URL(fileURLWithPath: after))
    }

    /// Expects that the frames of `covered`, counted in presentation order, are black in their upper rows. Nothing else
    /// may change except the GOPs of these frames.
    /// - Parameter isOneGOP: True if the movie is one GOP, so that everything from the first keyframe on may change.
    func expectFrames(covered: ClosedRange<Int>, rows: Int, isOneGOP: Bool = false) throws {
        let (old, new) = (try PacketFacts.frames(of: before), try PacketFacts.frames(of: after))
        #expect(old.map(\.dts) == new.map(\.dts))
        let times = old.map(\.pts).sorted()
        #expect(times == new.map(\.pts).sorted())
        // The range from the keyframe before to the next one.
        let first = old.last { $0.isKeyframe && $0.pts <= times[covered.lowerBound] }?.pts ?? 0
        let next = old.first { $0.isKeyframe && $0.pts > times[covered.upperBound] }?.pts
        let end = isOneGOP ? .max : next ?? .max
        for (one, other) in zip(old, new) where one.pts < first || one.pts >= end {
            #expect(one.hash == other.hash && one.pts == other.pts && one.flags == other.flags)
        }
        let frames = [try DecodedMovie(ExportedMovie(before)).frames, try DecodedMovie(ExportedMovie(after)).frames]
        try #require(frames[0].count == times.count && frames[1].count == times.count)
        for frame in 0..<times.count {
            if covered.contains(frame) {
                #expect(frames[1].brightest(of: frame, rows: rows) < 34, "frame \(frame)")
            } else {
                let isCopied = times[frame] < first || times[frame] >= end
                #expect(
                    frames[1].likeness(of: frame, to: frames[0], at: frame) >= (isCopied ? 100 : 35), "frame \(frame)")
            }
        }
    }

    /// Expects that audio packets at least 0.1 s outside the range are unchanged.
    func expectAudio(_ track: Int, changedIn range: ClosedRange<Double>?) throws {
        let stream = "a:\(track)"
        let old = try PacketFacts.packets(of: before, stream: stream)
        let new = try PacketFacts.packets(of: after, stream: stream)
        #expect(old.map(\.pts) == new.map(\.pts) && old.map(\.dts) == new.map(\.dts))
        var changed = 0
        for (one, other) in zip(old, new) where one.hash != other.hash {
            changed += 1
            let time = Double(one.pts) / 48_000
            #expect(
                range.map { $0.lowerBound - 0.1 < time && time < $0.upperBound + 0.1 } ?? false, "\(stream) \(time)")
        }
        #expect((changed > 0) == (range != nil), "\(stream)")
    }

    /// Returns the samples of a redacted audio track, mixed to one channel, at 48 kHz.
    func samples(_ track: Int) throws -> [Float] {
        let bytes = try ChildProcess.tool([
            JudgeProgram.ffmpeg, "-v", "error", "-nostdin", "-i", after, "-map", "0:a:\(track)", "-ac", "1", "-f",
            "f32le",
            "pipe:1",
        ])
        return [Float](unsafeUninitializedCapacity: bytes.count / 4) { buffer, count in
            count = bytes.copyBytes(to: buffer) / 4
        }
    }
}
