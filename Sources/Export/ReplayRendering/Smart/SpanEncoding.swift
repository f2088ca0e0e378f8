import FFmpeg
import MediaTime
import ReplayComposition
import ReplayLibrary
import ReplayMovie

/// An encoder of the spans that cannot be copied.
struct SpanEncoding {
    /// The reader, whose frames have the whole coded area.
    let reader: FrameReader
    private let walk: FrameIterator<FrameReader>
    private let keyframes: SpanKeyframes
    private let encoder: SpliceEncoder
    private let composer: FrameComposer
    private let timescale: Int32

    init(_ renderer: SmartRenderer) throws {
        let (movie, track) = (renderer.movie, renderer.videoTrack)
        // A cut needs few frames. A second thread would hold more frames and save little time.
        reader = try FrameReader(movie, track: track, threads: 1, isCropped: false)
        walk = try FrameIterator(
            movie, track: track, reader: reader, showsCamera: renderer.plan.composition.showsCamera)
        keyframes = try SpanKeyframes(renderer)
        encoder = renderer.encoder
        timescale = movie.index.tracks[track].timescale
        composer = FrameComposer(renderer.plan.composition, timescale: timescale, pixelAspect: nil)
    }

    /// Decodes and encodes the frames of a span.
    /// - Parameter next: The `idr_pic_id` of the IDR after the span, or nil if there is none.
    func encode(
        _ span: VideoSpan, decodeFrom keyframe: MediaTime, before next: UInt32?, to frames: SplicedStream
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
            try frames.append(packet, idrPicID: id)
        }
    }
}
