package import FFmpeg
public import MediaTime
public import ReplayTimeline

/// What an export will do: a pure function of the edit, the movie's index and the preset. A renderer runs it.
public struct ExportPlan: Sendable, Equatable {
    /// Ticks a second of the output's frames.
    public static let timescale: Int32 = 90_000

    /// For how long one packet is shown at most, in seconds: in MP4 its duration is a number of 31 bits.
    static let maxFrameSeconds: Int64 = 3600

    /// Whether frames are copied where they can be.
    public let rendering: Rendering
    /// Stretches of frames, in the order of the output, without holes.
    public internal(set) var frames: [VideoSpan]
    /// What the edit keeps, in the order of the output.
    public let clips: [Clip]
    /// How audio is copied; nil: it is encoded, or there is none.
    public let audio: AudioPlan?
    /// The output's frame, in pixels, even.
    public let width: Int
    /// As `width`, from top to bottom.
    public let height: Int
    /// Clockwise degrees by which the recording's frames are turned: 0, 90, 180 or 270.
    public let rotation: Int
    /// What the values of the output's frames mean.
    package let colours: ColourSpace
    /// Where in the output the camera is shown; nil: nowhere.
    public let camera: CameraPlacement.Rectangle?
    /// The output’s constant rate of frames; nil: each comes at its own time.
    public let frameRate: FrameRate?
    /// Frames that come in a second, where they come fast: what a decoder must be able to do; at least 1.
    public let maxFrameRate: Int
    /// How long the output is.
    public let duration: MediaTime

    /// How long the output is, in its ticks.
    var durationTicks: Int64 { duration.converted(to: Self.timescale, rounding: .nearest).value }
}
