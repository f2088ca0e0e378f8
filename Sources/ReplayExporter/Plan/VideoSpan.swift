public import MediaTime
import ReplayLibrary
import ReplayMovie

/// A stretch of the recording's frames that becomes a stretch of the output.
public struct VideoSpan: Sendable, Equatable {
    /// How its frames come into the output.
    public enum Action: Sendable, Equatable {
        /// As they are: the samples of the track, in decoding order.
        case copy(samples: Range<Int>)
        /// Decoded and encoded, and why. Decoding begins at the last keyframe shown at or before the first frame.
        case encode(Reason, decodeFrom: MediaTime)
    }

    /// Why frames are encoded.
    public enum Reason: String, Sendable, Codable {
        /// All are: see `ExportPlan.rendering`.
        case everything
        /// They hang on frames that a cut has taken away.
        case cut
        /// They are coded in another order than shown, so that a cut divides what hangs together.
        case reordering
        /// The camera is shown over them.
        case camera
        /// A cut puts two IDR frames of one id beside each other, which no stream may have.
        case idrID

        /// In words.
        public var text: String {
            switch self {
            case .everything: "everything is encoded"
            case .cut: "between a cut and a keyframe"
            case .reordering: "a cut within frames that are coded in another order than shown"
            case .camera: "the camera is shown"
            case .idrID: "its keyframe must not follow the one before the cut"
            }
        }
    }

    /// Where it lies in the recording.
    public var source: TimeRange
    /// Where it begins in the output.
    public var start: MediaTime
    /// Frames of the recording that are shown in it, the one included that began before it.
    public var frames: Int
    /// How its frames come into the output.
    public var action: Action

    /// When a frame of the recording is shown in the output, in ticks of the output.
    /// - Parameter time: in ticks of `timescale`; what began before the span is shown from its start on.
    func outputTicks(of time: Int64, timescale: Int32) -> Int64 {
        let first = source.start.converted(to: timescale, rounding: .nearest).value
        let shown = start + MediaTime(value: max(0, time - first), timescale: timescale)
        return shown.converted(to: ExportPlan.timescale, rounding: .nearest).value
    }

    /// When each of the samples that the span copies is shown in the output, in ticks of the output. The first is shown
    /// from the span's start on: of a movie's very first frame, that may be earlier than it says.
    func outputTimes(of samples: Slice<SampleTable>, timescale: Int32) -> [Int64] {
        let start = start.converted(to: ExportPlan.timescale, rounding: .nearest).value
        return [start] + samples.dropFirst().map { outputTicks(of: $0.pts, timescale: timescale) }
    }
}
