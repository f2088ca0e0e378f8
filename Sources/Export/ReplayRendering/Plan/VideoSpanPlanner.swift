import MediaTime
import ReplayComposition
import ReplayLibrary
import ReplayMovie
import ReplayTimeline

/// A planner that divides the kept ranges of a recording into spans to copy and spans to encode. Its only I/O is the
/// splice finder, which reads slice headers around cuts.
struct VideoSpanPlanner {
    private let source: RecordedVideo
    private let gops: GOPIndex?
    private let splices: ExportPlan.SpliceFinder?
    private let changes: [FrameAlteration]
    /// The maximum number of frames per second in clips that play faster than recorded.
    private let maxFrameRate: Int
    /// The number of frames per second of a moving effect, even if the screen is still.
    private let motionRate: Int
    private let hasConstantRate: Bool
    private let hasCloseFrames: Bool
    private(set) var spans: [VideoSpan] = []
    /// The clip that is being divided into spans.
    private var clip = Clip(source: TimeRange(start: .zero, end: .zero), start: .zero)
    /// The `idr_pic_id` of the IDR that was copied last, or nil if another frame followed it.
    private var lastIDR: UInt32?

    /// - Parameters:
    ///   - gops: The GOPs that can be copied, or nil if all frames are encoded.
    ///   - splices: A function that finds splice points. If nil, the frames from a cut to the next keyframe are
    ///     encoded.
    ///   - changes: The ranges in which effects change the frames; ascending, disjoint.
    ///   - maxFrameRate: The maximum number of frames per second in clips that play faster than recorded.
    ///   - motionRate: The minimum number of frames per second of a moving effect; above 0.
    ///   - hasConstantRate: True if the output has this rate everywhere.
    init(
        _ source: RecordedVideo, gops: GOPIndex?, splices: ExportPlan.SpliceFinder? = nil,
        changes: [FrameAlteration], maxFrameRate: Int, motionRate: Int, hasConstantRate: Bool
    ) {
        self.splices = splices
        (self.motionRate, self.hasConstantRate) = (motionRate, hasConstantRate)
        self.source = source
        self.gops = gops
        self.changes = changes
        self.maxFrameRate = maxFrameRate
        hasCloseFrames = source.hasCloseFrames
    }

    /// Adds the spans of the next clip of the edit.
    mutating func add(_ clip: Clip) {
        self.clip = clip
        guard !isTooFast(clip) else { return addAltered(clip.source, otherwise: .speed) }
        addAltered(clip.source, otherwise: nil)
    }

    /// Adds the spans of a range.
    /// - Parameter otherwise: The reason to encode unchanged frames, or nil to copy those that can be copied.
    private mutating func addAltered(_ range: TimeRange, otherwise reason: VideoSpan.Reason?) {
        func addUnaltered(_ range: TimeRange) {
            let range = visible(range)
            guard !range.isEmpty else { return }
            if let reason, gops != nil { encode(range, reason: reason) } else { addUnchanged(range) }
        }
        var rest = range
        for change in changes[changes.partitioningIndex(where: { $0.range.end > range.start })...] {
            guard let changed = rest.intersection(change.range) else { break }
            addUnaltered(TimeRange(start: rest.start, end: changed.start))
            let range = visible(changed)
            if !range.isEmpty {
                encode(range, reason: gops == nil ? .everything : change.reason, isMoving: change.isMoving)
            }
            rest = TimeRange(start: changed.end, end: rest.end)
        }
        addUnaltered(rest)
    }

    /// Removes from both ends of a range a frame that would be shown for no tick of the output. Such a remainder can
    /// occur if an edit ends near the end of a frame and the recording's time scale is finer than the output's.
    private func visible(_ range: TimeRange) -> TimeRange {
        func shown(_ time: Int64) -> Int64 { clip.editedTicks(at: time, in: ExportPlan.timescale) }
        let (start, end) = (ticks(range.start), ticks(range.end))
        let (first, last) = (shown(start), shown(end))
        guard first < last else { return TimeRange(start: range.start, end: range.start) }
        let inside = source.times[source.times.partitioningIndex { $0 > start }...].prefix { $0 < end }
        let begin = inside.prefix { shown($0) == first }.last
        let finish = inside.reversed().prefix { shown($0) == last }.last
        return TimeRange(start: begin.map(time) ?? range.start, end: finish.map(time) ?? range.end)
    }

    /// Returns true if frames of a clip would come faster than they may be shown.
    private func isTooFast(_ clip: Clip) -> Bool {
        guard clip.speed > .normal, gops != nil else { return false }
        let (start, end) = (ticks(clip.source.start), ticks(clip.source.end))
        let inside = source.times[source.times.partitioningIndex { $0 >= start }...].prefix { $0 < end }
        // The limit applies to 0.2 s of the output, plus one frame for frames that come early or late. Two frames must
        // be at least 4 ms apart.
        let (window, most) = (MediaTime(value: 1, timescale: 5), maxFrameRate / 5 + 1)
        let length = clip.recordingLength(of: window, in: source.timescale)
        let least = clip.recordingLength(of: MediaTime(value: 1, timescale: 250), in: source.timescale)
        var first = inside.startIndex
        for (place, time) in zip(inside.indices, inside) {
            while inside[first] + length <= time { first += 1 }
            if place - first >= most { return true }
            if place > inside.startIndex, time - inside[place - 1] < least { return true }
        }
        return false
    }

    private mutating func addUnchanged(_ range: TimeRange) {
        guard let gops else { return encode(range, reason: .everything) }
        let first = ticks(range.start)
        // The first frame of a movie is shown from the movie's beginning, even if its own time is later.
        let isBeginning = gops.beginsTrack && first <= gops.gops[0].start
        let number = isBeginning ? 0 : gops.first(from: first)
        let isWithin = number < gops.gops.count && gops.gops[number].start < ticks(range.end)
        guard isWithin else { return addCut(range, before: number) }
        let keyframe = isBeginning ? range.start : time(gops.gops[number].start)
        addCut(TimeRange(start: range.start, end: keyframe), before: number)
        let rest = TimeRange(start: keyframe, end: range.end)
        guard gops.gops[number].idrPicID == lastIDR else { return copy(rest, from: number) }
        // This GOP's IDR has the same id as the IDR before it, so it is encoded. The next GOP may be copied.
        let next = number + 1 < gops.gops.count ? min(time(gops.gops[number + 1].start), rest.end) : rest.end
        encode(TimeRange(start: rest.start, end: next), reason: .idrPicID)
        addUnchanged(TimeRange(start: next, end: rest.end))
    }

    /// Adds a range whose keyframe was cut.
    /// - Parameter number: The index of the GOP after the one that contains the range.
    private mutating func addCut(_ range: TimeRange, before number: Int) {
        guard let gops, number > 0, !range.isEmpty else { return encode(range, reason: .cut) }
        let gop = gops.gops[number - 1]
        let end = beginning(of: gop, shownBefore: range.end).end
        guard end > range.start, let splice = splices?(gop, ticks(range.start), ticks(end)) else {
            return encode(range, reason: .cut)
        }
        append(
            TimeRange(start: range.start, end: end), frames: splice.leading.count + splice.samples.count,
            action: .splice(splice))
        encode(TimeRange(start: end, end: range.end), reason: .reordering)
    }

    /// Copies as many frames as possible from a GOP on, and encodes the rest.
    private mutating func copy(_ range: TimeRange, from number: Int) {
        guard let gops else { return }
        let first = gops.gops[number].samples.lowerBound
        let last = beginning(of: gops.gops[gops.first(from: ticks(range.end)) - 1], shownBefore: range.end)
        guard last.nextSample > first else { return encode(range, reason: .reordering) }
        append(
            TimeRange(start: range.start, end: last.end), frames: last.nextSample - first,
            action: .copy(samples: first..<last.nextSample))
        encode(TimeRange(start: last.end, end: range.end), reason: .reordering)
    }

    /// Returns the part of a GOP that is shown before an instant and does not depend on later frames.
    /// - Returns: The index after the last sample of that part, and the time at which the remaining frames up to the
    ///   instant begin.
    private func beginning(
        of gop: GOPIndex.GOP, shownBefore instant: MediaTime
    ) -> (nextSample: Int, end: MediaTime) {
        let end = ticks(instant)
        guard let gops, gops.reorderDepth > 0 else { return (source.times.partitioningIndex { $0 >= end }, instant) }
        guard gop.last >= end else { return (gop.samples.upperBound, instant) }
        let prefix = gop.prefixes.last { $0.last < end }
        return (prefix?.end ?? gop.samples.lowerBound, min(time(prefix?.next ?? gop.start), instant))
    }

    private mutating func encode(_ range: TimeRange, reason: VideoSpan.Reason, isMoving: Bool = false) {
        let after = source.keyframes.partitioningIndex { $0 > range.start }
        let keyframe = after > 0 ? source.keyframes[after - 1] : source.keyframes.first ?? .zero
        let (start, end) = (ticks(range.start), ticks(range.end))
        guard clip.speed > .normal || isMoving || hasCloseFrames else {
            let later = source.times.partitioningIndex { $0 > start }
            let frames = 1 + source.times[later...].partitioningIndex { $0 >= end } - later
            return append(range, frames: frames, action: .encode(reason, decodeFrom: keyframe))
        }
        append(range, frames: 0, action: .encode(reason, decodeFrom: keyframe))
        if let last = spans.indices.last, !range.isEmpty {
            spans[last].minInterval = clip.speed > .normal ? interval : hasCloseFrames ? 1 : nil
            spans[last].repetition = isMoving ? repetition : nil
            spans[last].frames = spans[last].shownTimes(source.times, timescale: source.timescale).count
        }
    }

    /// The minimum interval between two frames, in ticks of the output.
    private var interval: Int64 { Int64(ExportPlan.timescale) / Int64(maxFrameRate) }

    /// The repetition of frames under a moving effect, in ticks of the recording.
    private var repetition: FrameRepetition {
        let length = MediaTime(value: 1, timescale: Int32(clamping: motionRate))
        return FrameRepetition(
            interval: max(1, clip.recordingLength(of: length, in: source.timescale)), isStrict: hasConstantRate)
    }

    private mutating func append(_ range: TimeRange, frames: Int, action: VideoSpan.Action) {
        guard !range.isEmpty else { return }
        spans.append(VideoSpan(source: range, clip: clip, frames: frames, action: action))
        lastIDR = nil
        if case .copy(let samples) = action { lastIDR = gops?.idrPicID(ofSample: samples.upperBound - 1) }
    }

    private func ticks(_ time: MediaTime) -> Int64 { time.converted(to: source.timescale, rounding: .nearest).value }

    private func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: source.timescale) }
}
