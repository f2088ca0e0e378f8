public import MediaTime
import ReplayMovie
import ReplayTimeline

/// What an export will do: a pure function of the edit, the movie's index and the preset. A renderer runs it.
public struct ExportPlan: Sendable, Equatable {
    /// A stretch of the recording that becomes a stretch of the output.
    public struct Span: Sendable, Equatable {
        /// Where it lies in the recording.
        public var source: TimeRange
        /// Where it begins in the output.
        public var start: MediaTime
        /// The keyframe that decoding must begin at: the last one shown at or before the span's first picture.
        public var decodeFrom: MediaTime
    }

    /// In the order of the output, without holes.
    public let spans: [Span]
    /// The output's picture, in pixels, even.
    public let width: Int
    /// As `width`.
    public let height: Int
    /// Clockwise degrees by which the recording's pictures are turned: 0, 90, 180 or 270.
    public let rotation: Int
    /// Where in the output the camera is shown; nil: nowhere.
    public let camera: CameraPlacement.Rectangle?
    /// Nil keeps the recording's own times.
    public let frameRate: FrameRate?
    /// How long the output is.
    public let duration: MediaTime
}
