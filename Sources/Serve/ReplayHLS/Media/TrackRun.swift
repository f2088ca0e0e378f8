import ReplayLibrary
import ReplayMovie

/// What a segment holds of one track: a summary, so that a long presentation stays small in memory.
package struct TrackRun: Sendable {
    /// A frame that is marked as a place to begin.
    struct Keyframe: Sendable {
        /// When it is shown, in the track's ticks.
        let time: Int64
        /// Where it lies in its file.
        let offset: Int64
        /// Nil where its codec is none that is looked into.
        let kind: FrameProbe.Kind?
    }

    let track: InitSegment.Track
    /// When decoding begins, in ticks from the presentation's zero.
    let decodeStart: Int64
    /// When the sample after the last would be decoded.
    private(set) var decodeEnd: Int64
    /// When the first sample is shown.
    private(set) var start: Int64
    /// When the last shown sample ends.
    private(set) var end: Int64
    private(set) var sampleCount = 0
    /// Of a video track.
    private(set) var keyframes: [Keyframe] = []
    /// Whether the first sample is marked as a place to begin.
    let beginsWithKeyframe: Bool
    /// Where its first sample lies.
    let offset: Int64
    /// A frame of one group that is shown before its keyframe, or behind the next group's.
    private(set) var openFrame: MediaFault?
    /// A fragment that does not begin where the one before it ended.
    private(set) var gap: MediaFault?

    private var newestShown = Int64.min

    /// - Parameter probe: for frames that can be looked into.
    init?(
        _ fragment: TrackFragment, track: InitSegment.Track, probe: FrameProbe?, _ budget: inout ReadingBudget
    ) {
        guard let first = fragment.samples.first else { return nil }
        self.track = track
        (decodeStart, decodeEnd, start, end) = (first.dts, first.dts, first.pts, first.pts)
        (beginsWithKeyframe, offset) = (first.isKeyframe, first.offset)
        append(fragment, probe: probe, &budget)
    }

    mutating func append(_ fragment: TrackFragment, probe: FrameProbe?, _ budget: inout ReadingBudget) {
        guard let first = fragment.samples.first else { return }
        if first.dts != decodeEnd, gap == nil {
            gap = MediaFault(
                offset: first.offset, found: "a fragment that begins at tick \(first.dts)",
                expected: "tick \(decodeEnd), where the one before it ends")
        }
        for sample in fragment.samples { append(sample, probe: probe, &budget) }
    }

    private mutating func append(_ sample: MovieIndex.Sample, probe: FrameProbe?, _ budget: inout ReadingBudget) {
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
            expected: "no frame shown before its group’s IDR, or behind the next one")
    }

    /// How long it is by its samples' durations.
    var duration: Seconds { time(decodeEnd - decodeStart) }

    func time(_ ticks: Int64) -> Seconds { Seconds(ticks: ticks, timescale: track.timescale) }
}
