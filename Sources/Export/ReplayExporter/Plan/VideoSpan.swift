public import MediaTime
import ReplayLibrary
import ReplayMovie
public import ReplayTimeline

/// A stretch of the recording's frames that becomes a stretch of the output.
public struct VideoSpan: Sendable, Equatable {
    /// How its frames come into the output.
    public enum Action: Sendable, Equatable {
        /// As they are: the samples of the track, in decoding order.
        case copy(samples: Range<Int>)
        /// One is encoded, as an IDR, with those that are shown before it; the others of its GOP go on from there as they are.
        case splice(Splice)
        /// Decoded and encoded, and why. Decoding begins at the last keyframe shown at or before the first frame.
        case encode(Reason, decodeFrom: MediaTime)
    }

    /// Why frames are encoded.
    public enum Reason: String, Sendable, Codable {
        /// All are: see `ExportPlan.rendering`.
        case everything
        /// Their reference frames were cut.
        case cut
        /// They are coded in another order than shown, so that a cut divides what hangs together.
        case reordering
        /// The camera is shown over them.
        case camera
        /// An effect acts on them.
        case effect
        /// They would come faster than players show them: some are left out.
        case speed
        /// A cut puts two IDR frames of one id beside each other, which no stream may have.
        case idrID

        /// In words.
        public var text: String {
            switch self {
            case .everything: "everything is encoded"
            case .cut: "between a cut and a keyframe"
            case .reordering: "a cut within frames that are coded in another order than shown"
            case .camera: "the camera is shown"
            case .effect: "an effect acts"
            case .speed: "a speed leaves frames out"
            case .idrID: "its keyframe must not follow the one before the cut"
            }
        }
    }

    /// Where it lies in the recording.
    public var source: TimeRange
    /// The clip of the edit that it is a part of: it says when frames are shown in the output.
    public var clip: Clip
    /// Frames of the recording that are shown in it, the one included that began before it.
    public var frames: Int
    /// How its frames come into the output.
    public var action: Action
    /// From one encoded frame to the next at least, in ticks of the output; nil: all are shown.
    var minInterval: Int64?
    /// How a frame is repeated that stays on the screen, for what is done to it changes meanwhile; nil: it is not.
    var repetition: FrameRepetition?

    /// Where it begins in the output.
    public var start: MediaTime { clip.editedTime(at: source.start, rounding: .nearest) }
    /// Where it ends in the output, in ticks of the output.
    var endTicks: Int64 { clip.editedTicks(at: source.end.value, in: ExportPlan.timescale) }

    /// How many of its frames are encoded.
    public var encodedFrames: Int {
        switch action {
        case .copy: 0
        case .splice(let splice): splice.leading.count + 1
        case .encode: frames
        }
    }

    /// The samples whose slices stand in the output, and those that are decoded for a splice.
    var copiedSamples: [Int] {
        switch action {
        case .copy(let samples): Array(samples)
        case .splice(let splice): splice.lead + splice.samples
        case .encode: []
        }
    }

    /// When a frame of the recording is shown in the output, in ticks of the output.
    /// - Parameter time: in ticks of `timescale`; what began before the span is shown from its start on.
    func outputTicks(of time: Int64, timescale: Int32) -> Int64 {
        let instant = MediaTime(value: time, timescale: timescale)
            .converted(to: source.start.timescale, rounding: .nearest)
        return clip.editedTicks(at: max(instant, source.start).value, in: ExportPlan.timescale)
    }

    /// When each of the samples that the span copies is shown in the output, in ticks of the output. The first is shown
    /// from the span's start on: of a movie's very first frame, that may be earlier than it says.
    func outputTimes(of samples: some Sequence<MovieIndex.Sample>, timescale: Int32) -> [Int64] {
        [outputTicks(of: source.start.value, timescale: source.start.timescale)]
            + samples.dropFirst().map { outputTicks(of: $0.pts, timescale: timescale) }
    }
}

extension VideoSpan {
    /// Which frames are encoded where not all are, and when: each is shown as soon as the one before has been shown for long
    /// enough, and what is on the screen then is shown, never something earlier.
    struct Thinning {
        private let span: VideoSpan
        private let timescale: Int32
        private var last: Int64?

        init(_ span: VideoSpan, timescale: Int32) { (self.span, self.timescale) = (span, timescale) }

        /// When a frame is shown, in ticks of the recording.
        /// - Parameters:
        ///   - time: when it comes on the screen.
        ///   - next: when the one after it does; nil: there is none in the span.
        /// - Returns: nil where it is left out.
        mutating func shown(_ time: Int64, until next: Int64?) -> Int64? {
            guard let interval = span.minInterval else { return time }
            let start = span.outputTicks(of: time, timescale: timescale)
            let due = max(start, last.map { $0 + interval } ?? start)
            // The last one of all is not worth it for less than half as long.
            let end =
                next.map { span.outputTicks(of: $0, timescale: timescale) }
                ?? span.endTicks - (last == nil ? 0 : interval / 2)
            guard due < end else { return nil }
            let shown = due == start ? time : max(time, min(recordingTicks(at: due), next.map { $0 - 1 } ?? .max))
            // Nothing but when the last one was shown tells about the next: so it is the same from any frame on.
            last = span.outputTicks(of: shown, timescale: timescale)
            return shown
        }

        /// The last tick of the recording that is not shown after `ticks` of the output.
        private func recordingTicks(at ticks: Int64) -> Int64 {
            let edited = MediaTime(value: ticks, timescale: ExportPlan.timescale)
                .converted(to: span.clip.start.timescale, rounding: .down)
            return span.clip.recordingTime(at: edited).converted(to: timescale, rounding: .down).value
        }
    }

    /// When the frames of the span that is encoded are shown, in ticks of the recording, ascending; the first from the
    /// span's start on.
    /// - Parameter times: of the recording's frames, ascending.
    func shownTimes(_ times: some RandomAccessCollection<Int64>, timescale: Int32) -> [Int64] {
        let range = source.converted(to: timescale, rounding: .nearest)
        let (start, end) = (range.start.value, range.end.value)
        let inside = [start] + times[times.partitioningIndex { $0 > start }...].prefix { $0 < end }
        guard minInterval != nil || repetition != nil else { return inside }
        var thinning = Thinning(self, timescale: timescale)
        var times: [Int64] = []
        for (place, time) in inside.enumerated() {
            let next = place + 1 < inside.count ? inside[place + 1] : nil
            var due: Int64? = time
            while let time = due, let shown = thinning.shown(time, until: next) {
                times.append(shown)
                due = repetition?.time(after: shown, until: next ?? end)
            }
        }
        return times
    }
}
