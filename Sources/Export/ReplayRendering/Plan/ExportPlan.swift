public import MediaTime
public import ReplayComposition
import ReplayLibrary
import ReplayMovie
public import ReplayTimeline

/// The plan of an export: a pure function of the edit, the movie's index and the preset. A renderer runs it.
public struct ExportPlan: Sendable, Equatable {
    /// The time scale of the output's frames, in ticks per second.
    public static let timescale: Int32 = 90_000

    /// The maximum duration of one packet, in seconds. In MP4, a duration has 31 bits.
    static let maxFrameSeconds: Int64 = 3600

    /// The rendering method: smart, or full with the reason.
    public let rendering: Rendering
    /// The spans of frames, in the order of the output, without gaps.
    public internal(set) var frames: [VideoSpan]
    /// The clips that the edit keeps, in the order of the output.
    public let clips: [Clip]
    /// The plan for copied audio, or nil if the audio is encoded or there is none.
    public let audio: AudioPlan?
    /// The appearance of the frames.
    package let composition: Composition
    /// The clockwise rotation that players apply to the output's frames: 0, 90, 180 or 270 degrees. If it is not 0,
    /// frames are copied in coded orientation.
    public let rotation: Int
    /// The constant frame rate of the output, or nil if the frame rate is variable.
    public let frameRate: FrameRate?
    /// The maximum number of frames per second, at least 1. A decoder must be able to decode that many.
    public let maxFrameRate: Int
    /// The duration of the output.
    public let duration: MediaTime

    /// The width of the output's frame, in pixels, even.
    public var width: Int { composition.width }
    /// The height of the output's frame, in pixels, even.
    public var height: Int { composition.height }
    /// The effects that hide parts of the frames.
    public var effects: [VideoEffect] { composition.effects }
    /// The zooms, each of which scales a part of the frame to the whole frame.
    public var zooms: [Zoom] { composition.zooms }
    /// The rectangle of the camera in the output, unless the edit sets another. Nil if the camera is not shown.
    public var camera: CameraPlacement.Rectangle? { composition.cameraLayout?.standard?.rectangle }

    /// The duration of the output, in its ticks.
    package var durationTicks: Int64 { duration.converted(to: Self.timescale, rounding: .nearest).value }
}

extension ExportPlan {
    /// The maximum GOP of an HLS rendition, in ticks: 2 s, and 0.1 s for a late timer or the duration of the previous
    /// frame.
    private static let maxGOPTicks = 2100 * Int64(timescale) / 1000

    /// Returns true if the output has keyframes as often as HLS requires, at its playback speeds.
    /// - Parameter source: The frames of the GOPs.
    func keepsKeyframesClose(in gops: GOPIndex, source: RecordedVideo) -> Bool {
        frames.allSatisfy { span in
            let starts = keyframeCandidates(of: span, in: gops, source: source)
            return zip(starts, starts.dropFirst() + [span.endTicks]).allSatisfy { $1 - $0 <= Self.maxGOPTicks }
        }
    }

    /// Returns the times of a span's keyframes, in ticks of the output. In an encoded span, every frame can become a
    /// keyframe.
    private func keyframeCandidates(of span: VideoSpan, in gops: GOPIndex, source: RecordedVideo) -> [Int64] {
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
