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
    /// The maximum GOP of an HLS rendition, in ticks: 2 s, and the delay of a timer or of the frame before.
    private static let maxGOPTicks = 2100 * Int64(timescale) / 1000

    /// True if the output has a keyframe as often as HLS wants one, at the speeds at which it is played.
    /// - Parameter source: The frames that the groups are made of.
    func keepsKeyframesClose(_ gops: GOPIndex, _ source: Source) -> Bool {
        frames.allSatisfy { span in
            let starts = keyframeCandidates(of: span, gops, source)
            return zip(starts, starts.dropFirst() + [span.endTicks]).allSatisfy { $1 - $0 <= Self.maxGOPTicks }
        }
    }

    /// The times at which a span has keyframes, or can have them where it is encoded, in ticks of the output.
    private func keyframeCandidates(of span: VideoSpan, _ gops: GOPIndex, _ source: Source) -> [Int64] {
        let times: [Int64]
        switch span.action {
        case .splice: times = [span.source.start.converted(to: source.timescale, rounding: .nearest).value]
        case .encode: times = span.shownTimes(source.times, timescale: source.timescale)
        case .copy(let samples):
            let first = gops.gops.partitioningIndex { $0.samples.lowerBound >= samples.lowerBound }
            times = gops.gops[first...].prefix { $0.samples.lowerBound < samples.upperBound }.map(\.start)
        }
        return times.map { span.outputTicks(of: $0, timescale: source.timescale) }
    }
}
