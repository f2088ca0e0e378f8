import MediaTime
import ReplayComposition
import ReplayMovie

/// The keyframes of the spans that the smart renderer encodes: the first frame of a span, and another one every 2 s.
/// The interval also holds if an effect delays frames.
struct SpanKeyframes {
    /// A frame's time in the recording's track, and its time in ticks of the output.
    typealias FrameTime = (recorded: Int64, shown: Int64)

    /// The maximum interval between two keyframes, in ticks of the output.
    private static let interval = 2 * Int64(ExportPlan.timescale)

    private let walk: FrameIterator<FrameTimes>
    private let timescale: Int32

    init(_ renderer: SmartRenderer) throws {
        walk = try FrameIterator(
            renderer.movie, track: renderer.videoTrack, showsCamera: renderer.plan.composition.showsCamera)
        timescale = renderer.movie.index.tracks[renderer.videoTrack].timescale
    }

    /// Returns the times of a span's frames, without decoding them.
    func frames(of span: VideoSpan) throws -> [FrameTime] {
        var frames: [FrameTime] = []
        try walk.frames(of: span, decodeFrom: .zero) { _, _, time in
            frames.append((time, span.outputTicks(of: time, timescale: timescale)))
        }
        return frames
    }

    /// Returns the times of the span's keyframes, in ticks of the output, ascending.
    func times(in span: VideoSpan) throws -> [Int64] {
        Self.times(among: try frames(of: span), end: span.endTicks)
    }

    /// Returns the times of the keyframes among the frames of a span that ends at `end`, in ticks of the output,
    /// ascending.
    static func times(among frames: [FrameTime], end: Int64) -> [Int64] {
        var clock = KeyframeClock(interval: interval)
        let ends = frames.dropFirst().map(\.shown) + [end]
        return zip(frames, ends).filter { clock.isKeyframe(from: $0.shown, to: $1) }.map(\.0.shown)
    }
}
