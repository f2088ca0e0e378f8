public import MediaTime
import ReplayComposition
import ReplayLibrary
package import ReplayMovie
public import ReplayTimeline

/// A range of the recording's frames that becomes a range of the output.
public struct VideoSpan: Sendable, Equatable {
    /// An action that brings the frames into the output.
    public enum Action: Sendable, Equatable {
        /// Copies the samples of the track unchanged, in decoding order.
        case copy(samples: Range<Int>)
        /// Encodes one frame as an IDR, and the frames that are shown before it. The other frames of its GOP are copied
        /// with rewritten slice headers.
        case splice(Splice)
        /// Decodes and encodes the frames, for a reason. Decoding begins at the last keyframe shown at or before the
        /// first frame.
        case encode(Reason, decodeFrom: MediaTime)
    }

    /// A reason for encoding frames.
    public enum Reason: String, Sendable, Codable {
        /// All frames of the export are encoded. See `ExportPlan.rendering`.
        case everything
        /// Their reference frames were cut.
        case cut
        /// The frames are reordered (B-frames), and a cut divides frames that depend on each other.
        case reordering
        /// The camera is shown over the frames.
        case camera
        /// An effect changes the frames.
        case effect
        /// The pointer, which was recorded apart from the frames, is drawn.
        case pointer
        /// The frames would come faster than players show them, so some are dropped.
        case speed
        /// A cut would put two IDR frames with the same `idr_pic_id` next to each other. H.264 does not allow that.
        case idrPicID = "idrID"

        /// A description for the user.
        public var text: String {
            switch self {
            case .everything: "everything is encoded"
            case .cut: "between a cut and a keyframe"
            case .reordering: "a cut inside reordered frames (B-frames)"
            case .camera: "the camera is shown"
            case .effect: "an effect applies"
            case .pointer: "the pointer is drawn, which was recorded apart"
            case .speed: "a speed drops frames"
            case .idrPicID: "its keyframe has the same idr_pic_id as the one before the cut"
            }
        }
    }

    /// The range in the recording.
    public var source: TimeRange
    /// The clip of the edit that contains the span. It determines when the frames are shown in the output.
    public var clip: Clip
    /// The number of the recording's frames that are shown in the span. It includes the frame that began before the
    /// span.
    public var frames: Int
    /// The action that brings the frames into the output.
    public var action: Action
    /// The minimum interval between two encoded frames, in ticks of the output, or nil if all frames are shown.
    var minInterval: Int64?
    /// The repetition of a frame that stays on the screen while an effect on it moves, or nil if there is none.
    var repetition: FrameRepetition?

    /// The start in the output.
    public var start: MediaTime { clip.editedTime(at: source.start, rounding: .nearest) }
    /// The end in the output, in ticks of the output.
    package var endTicks: Int64 { clip.editedTicks(at: source.end.value, in: ExportPlan.timescale) }

    /// The number of frames that are encoded.
    public var encodedFrames: Int {
        switch action {
        case .copy: 0
        case .splice(let splice): splice.leading.count + 1
        case .encode: frames
        }
    }

    /// The samples that are read: those that are copied, and those that are decoded for a splice.
    var copiedSamples: [Int] {
        switch action {
        case .copy(let samples): Array(samples)
        case .splice(let splice): splice.lead + splice.samples
        case .encode: []
        }
    }

    /// Returns the time at which a frame of the recording is shown in the output, in ticks of the output.
    /// - Parameter time: The frame's time, in ticks of `timescale`. A frame that began before the span is shown from
    ///   the span's start.
    package func outputTicks(of time: Int64, timescale: Int32) -> Int64 {
        let instant = MediaTime(value: time, timescale: timescale)
            .converted(to: source.start.timescale, rounding: .nearest)
        return clip.editedTicks(at: max(instant, source.start).value, in: ExportPlan.timescale)
    }

    /// Returns the output times of the samples that the span copies, in ticks of the output. The first sample is shown
    /// from the span's start. For the first frame of a movie, that may be earlier than its own time.
    package func outputTimes(of samples: some Sequence<MovieIndex.Sample>, timescale: Int32) -> [Int64] {
        [outputTicks(of: source.start.value, timescale: source.start.timescale)]
            + samples.dropFirst().map { outputTicks(of: $0.pts, timescale: timescale) }
    }
}

extension VideoSpan {
    /// A filter that drops frames to keep a minimum interval between the frames of a span. A frame is shown as soon as
    /// the previous frame was shown for that interval. It is always the frame that is on the screen at that time, never
    /// an earlier one.
    struct Thinning {
        private let span: VideoSpan
        private let timescale: Int32
        private var last: Int64?

        init(_ span: VideoSpan, timescale: Int32) { (self.span, self.timescale) = (span, timescale) }

        /// Returns the time at which a frame is shown, in ticks of the recording.
        /// - Parameters:
        ///   - time: The time at which the frame appears on the screen.
        ///   - next: The time of the next frame, or nil if the span has no further frame.
        /// - Returns: The time, or nil if the frame is dropped.
        mutating func shown(_ time: Int64, until next: Int64?) -> Int64? {
            guard let interval = span.minInterval else { return time }
            let start = span.outputTicks(of: time, timescale: timescale)
            let due = max(start, last.map { $0 + interval } ?? start)
            // The last frame, unless it is the only one, is dropped if it would be shown for less than half the
            // interval.
            let end =
                next.map { span.outputTicks(of: $0, timescale: timescale) }
                ?? span.endTicks - (last == nil ? 0 : interval / 2)
            guard due < end else { return nil }
            let shown = due == start ? time : max(time, min(recordingTicks(at: due), next.map { $0 - 1 } ?? .max))
            // The next frame depends only on this time, so the result is the same from whichever frame the iteration
            // starts.
            last = span.outputTicks(of: shown, timescale: timescale)
            return shown
        }

        /// Returns the last tick of the recording that is shown at or before `ticks` of the output.
        private func recordingTicks(at ticks: Int64) -> Int64 {
            let edited = MediaTime(value: ticks, timescale: ExportPlan.timescale)
                .converted(to: span.clip.start.timescale, rounding: .down)
            return span.clip.recordingTime(at: edited).converted(to: timescale, rounding: .down).value
        }
    }

    /// Returns the times at which the frames of an encoded span are shown, in ticks of the recording, ascending. The
    /// first one is the span's start.
    /// - Parameter times: The times of the recording's frames, ascending.
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
