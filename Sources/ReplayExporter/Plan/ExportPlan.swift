package import FFmpeg
public import MediaTime
import ReplayLibrary
import ReplayMovie
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
    /// By how much players turn the output's frames, clockwise: 0, 90, 180 or 270 degrees. Where it is not 0, frames are copied as
    /// they are coded.
    public let rotation: Int
    /// How frames are turned and cropped before they are scaled.
    let geometry: FrameGeometry
    /// What is hidden of the frames.
    public let effects: [VideoEffect]
    /// What covers have instead of black.
    let images: EffectImages
    /// What parts of the frames are shown as large as the frame.
    public let zooms: [Zoom]
    /// What is written over the frames.
    let texts: [DrawnText]
    /// What is drawn of the pointer.
    let pointer: DrawnPointer
    /// What the values of the output's frames mean.
    package let colours: ColourSpace
    /// Where in the output the camera is shown, but where the edit says otherwise; nil: nowhere.
    public let camera: CameraPlacement.Rectangle?
    /// Where it is shown at each instant; nil: nowhere, ever.
    let cameraLayout: CameraLayout?
    /// The output’s constant rate of frames; nil: each comes at its own time.
    public let frameRate: FrameRate?
    /// Frames that come in a second, where they come fast: what a decoder must be able to do; at least 1.
    public let maxFrameRate: Int
    /// How long the output is.
    public let duration: MediaTime

    /// How long the output is, in its ticks.
    var durationTicks: Int64 { duration.converted(to: Self.timescale, rounding: .nearest).value }
}

extension ExportPlan {
    /// Two seconds, and what a timer or the frame before may be late. Encoded frames keep to it anyhow.
    private static let maxGOPDuration = MediaTime(value: 2100, timescale: 1000)

    /// Whether what is copied has a keyframe as often as HLS wants one.
    /// - Parameter timescale: of the groups.
    func keepsKeyframesClose(_ gops: GOPIndex, _ timescale: Int32) -> Bool {
        frames.allSatisfy { span in
            if case .splice = span.action { return span.source.duration <= Self.maxGOPDuration }
            guard case .copy(let samples) = span.action else { return true }
            let first = gops.gops.partitioningIndex { $0.samples.lowerBound >= samples.lowerBound }
            let starts = gops.gops[first...].prefix { $0.samples.lowerBound < samples.upperBound }
                .map { max(MediaTime(value: $0.start, timescale: timescale), span.source.start) }
            return zip(starts, starts.dropFirst() + [span.source.end]).allSatisfy { $1 - $0 <= Self.maxGOPDuration }
        }
    }
}
