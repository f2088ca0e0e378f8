import FFmpeg
import MediaTime
import ReplayLibrary
import ReplayMovie

/// Encodes the spans that cannot be copied.
struct SpanEncoding {
    /// Its frames come with all that is coded of them.
    let reader: FrameReader
    private let walk: FrameIterator<FrameReader>
    private let keyframes: SpanKeyframes
    private let encoder: StitchingEncoder
    private let composer: FrameComposer
    private let timescale: Int32

    init(_ renderer: SmartRenderer) throws {
        let (movie, track) = (renderer.movie, renderer.videoTrack)
        // Frames are few where cuts are: a second thread would hold some of its own, and save little time.
        reader = try FrameReader(movie, track: track, threads: 1, isCropped: false)
        walk = try FrameIterator(
            movie, track: track, reader: reader, showsCamera: renderer.plan.cameraLayout != nil)
        keyframes = try SpanKeyframes(renderer)
        encoder = renderer.encoder
        timescale = movie.index.tracks[track].timescale
        composer = FrameComposer(renderer.plan, timescale: timescale, pixelAspect: nil)
    }

    /// - Parameter next: the id of the IDR that comes after the span.
    func encode(
        _ span: VideoSpan, decodeFrom keyframe: MediaTime, before next: UInt32?, to frames: StitchedFrames
    ) throws {
        var due = try keyframes.times(in: span)[...]
        try walk.frames(of: span, decodeFrom: keyframe) { frame, shown, time in
            let frame = try composer.compose(frame.cropped(), camera: shown, at: time)
            let time = span.outputTicks(of: time, timescale: timescale)
            frames.expect([time])
            let isKeyframe = time == due.first
            if isKeyframe { due.removeFirst() }
            let neighbours = [frames.lastID, next].compactMap(\.self)
            let (packet, id) = try encoder.encode(frame, at: time, isKeyframe: isKeyframe, beside: neighbours)
            try frames.append(packet, idrID: id)
        }
    }
}
