import MediaTime
import ReplayLibrary
import ReplayMovie

/// Takes what is kept of a recording apart into stretches that are copied and stretches that are encoded. Pure.
struct VideoSpanPlanner {
    private let source: ExportPlan.Source
    private let gops: GOPIndex?
    private let changes: [TimeRange]
    private(set) var spans: [VideoSpan] = []
    /// Where the output ends so far.
    private var end: MediaTime
    /// The id of the IDR that was copied last, where no frame has come after it.
    private var lastIDR: UInt32?

    /// - Parameters:
    ///   - gops: nil: nothing is copied.
    ///   - changes: where the camera is shown, in the recording; ascending, disjoint.
    init(_ source: ExportPlan.Source, gops: GOPIndex?, changes: [TimeRange]) {
        self.source = source
        self.gops = gops
        self.changes = gops == nil ? [] : changes
        end = MediaTime(value: 0, timescale: source.timescale)
    }

    /// Takes the next range that is kept.
    mutating func add(_ range: TimeRange) {
        var rest = range
        for change in changes {
            guard let changed = rest.intersection(change) else { continue }
            addUnchanged(TimeRange(start: rest.start, end: changed.start))
            encode(changed, .camera)
            rest = TimeRange(start: changed.end, end: rest.end)
        }
        addUnchanged(rest)
    }

    private mutating func addUnchanged(_ range: TimeRange) {
        guard let gops else { return encode(range, .everything) }
        let first = ticks(range.start)
        // The very first frame of a movie is shown from its beginning, even where it says a later time.
        let isBeginning = gops.beginsTrack && first <= gops.gops[0].start
        let number = isBeginning ? 0 : gops.first(from: first)
        guard number < gops.gops.count, gops.gops[number].start < ticks(range.end) else { return encode(range, .cut) }
        let keyframe = isBeginning ? range.start : time(gops.gops[number].start)
        encode(TimeRange(start: range.start, end: keyframe), .cut)
        let rest = TimeRange(start: keyframe, end: range.end)
        guard gops.gops[number].idrID == lastIDR else { return copy(rest, from: number) }
        // This group must not follow what was copied before it; the one after it may.
        let next = number + 1 < gops.gops.count ? min(time(gops.gops[number + 1].start), rest.end) : rest.end
        encode(TimeRange(start: rest.start, end: next), .idrID)
        addUnchanged(TimeRange(start: next, end: rest.end))
    }

    /// Copies from a group on as much as can be, and encodes the rest.
    private mutating func copy(_ range: TimeRange, from number: Int) {
        guard let gops else { return }
        let first = gops.gops[number].samples.lowerBound
        let end = ticks(range.end)
        guard gops.reorderDepth > 0 else {
            let samples = first..<source.times.partitioningIndex { $0 >= end }
            return append(range, frames: samples.count, .copy(samples: samples))
        }
        // The group in which the range ends stays whole only if all of it is shown before.
        var next = gops.first(from: end)
        if gops.gops[next - 1].last >= end { next -= 1 }
        guard next > number else { return encode(range, .reordering) }
        let isWhole = next == gops.gops.count || gops.gops[next].start >= end
        let tail = isWhole ? range.end : time(gops.gops[next].start)
        let samples = first..<gops.gops[next - 1].samples.upperBound
        append(TimeRange(start: range.start, end: tail), frames: samples.count, .copy(samples: samples))
        encode(TimeRange(start: tail, end: range.end), .reordering)
    }

    private mutating func encode(_ range: TimeRange, _ reason: VideoSpan.Reason) {
        let after = source.keyframes.partitioningIndex { $0 > range.start }
        let keyframe = after > 0 ? source.keyframes[after - 1] : source.keyframes.first ?? .zero
        let (start, end) = (ticks(range.start), ticks(range.end))
        let later = source.times.partitioningIndex { $0 > start }
        let frames = 1 + source.times[later...].partitioningIndex { $0 >= end } - later
        append(range, frames: frames, .encode(reason, decodeFrom: keyframe))
    }

    private mutating func append(_ range: TimeRange, frames: Int, _ action: VideoSpan.Action) {
        guard !range.isEmpty else { return }
        spans.append(VideoSpan(source: range, start: end, frames: frames, action: action))
        end = end + range.duration
        lastIDR = nil
        if case .copy(let samples) = action { lastIDR = gops?.idrID(ofSample: samples.upperBound - 1) }
    }

    private func ticks(_ time: MediaTime) -> Int64 { time.converted(to: source.timescale, rounding: .nearest).value }

    private func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: source.timescale) }
}
