import HLSPlaylist
import ReplayLibrary
import ReplayMovie

/// A summary of a track's samples in a segment. It keeps long presentations small in memory.
package struct TrackRun: Sendable {
    /// A frame that is marked as a keyframe.
    struct Keyframe: Sendable {
        /// The presentation time, in the track's ticks.
        let time: Int64
        /// The offset in the file.
        let offset: Int64
        /// The kind of frame, or nil if its codec is not examined.
        let kind: FrameProbe.Kind?
    }

    let track: InitSegment.Track
    /// The first decoding time, in the track's ticks.
    let decodeStart: Int64
    /// The decoding time after the last sample, in the track's ticks.
    private(set) var decodeEnd: Int64
    /// The presentation time of the sample that is shown first.
    private(set) var start: Int64
    /// The end of the sample that is shown last.
    private(set) var end: Int64
    private(set) var sampleCount = 0
    /// The keyframes of a video track.
    private(set) var keyframes: [Keyframe] = []
    /// True if the first sample is marked as a keyframe.
    let beginsWithKeyframe: Bool
    /// The offset of the first sample in the file.
    let offset: Int64
    /// The first frame that is shown before its own keyframe, or after the keyframe of the next GOP.
    private(set) var openFrame: MediaFault?
    /// The first fragment that does not begin where the one before it ends.
    private(set) var gap: MediaFault?

    private var newestShown = Int64.min

    /// - Parameter probe: The probe for frames that can be examined.
    init?(
        _ fragment: TrackFragment, track: InitSegment.Track, probe: FrameProbe?, budget: inout ReadingBudget
    ) {
        guard let first = fragment.samples.first else { return nil }
        self.track = track
        (decodeStart, decodeEnd, start, end) = (first.dts, first.dts, first.pts, first.pts)
        (beginsWithKeyframe, offset) = (first.isKeyframe, first.offset)
        append(fragment, probe: probe, budget: &budget)
    }

    mutating func append(_ fragment: TrackFragment, probe: FrameProbe?, budget: inout ReadingBudget) {
        guard let first = fragment.samples.first else { return }
        if first.dts != decodeEnd, gap == nil {
            gap = MediaFault(
                offset: first.offset, found: "a fragment that begins at tick \(first.dts)",
                expected: "tick \(decodeEnd), where the previous fragment ends")
        }
        for sample in fragment.samples { append(sample, probe: probe, budget: &budget) }
    }

    private mutating func append(_ sample: MovieIndex.Sample, probe: FrameProbe?, budget: inout ReadingBudget) {
        if track.kind == .video {
            if sample.isKeyframe {
                if newestShown > sample.pts { noteOpen(sample) }
                let kind = probe?.kind(of: sample, &budget)
                keyframes.append(Keyframe(time: sample.pts, offset: sample.offset, kind: kind))
            } else if let key = keyframes.last, sample.pts < key.time {
                noteOpen(sample)
            }
            newestShown = max(newestShown, sample.pts)
        }
        decodeEnd = sample.dts + sample.duration
        start = min(start, sample.pts)
        end = max(end, sample.pts + sample.duration)
        sampleCount += 1
    }

    private mutating func noteOpen(_ sample: MovieIndex.Sample) {
        guard openFrame == nil else { return }
        openFrame = MediaFault(
            offset: sample.offset, found: "a GOP that is not closed",
            expected: "no frame shown before the IDR of its GOP or after the next IDR")
    }

    /// The sum of the samples' durations.
    var duration: Seconds { time(decodeEnd - decodeStart) }

    func time(_ ticks: Int64) -> Seconds { Seconds(ticks: ticks, timescale: track.timescale) }
}
