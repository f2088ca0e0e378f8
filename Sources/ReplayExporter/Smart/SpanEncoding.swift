import FFmpeg
import MediaTime
import ReplayLibrary
import ReplayMovie

/// Encodes the spans that cannot be copied.
struct SpanEncoding {
    private let renderer: SmartRenderer
    /// Its frames come with all that is coded of them.
    let reader: FrameReader
    private let walk: FrameIterator<FrameReader>
    private let encoder: StitchingEncoder
    private let composer: FrameComposer
    private let timescale: Int32

    /// From one keyframe to the next at most, in ticks of the output.
    static let keyframeInterval = 2 * Int64(ExportPlan.timescale)

    init(_ renderer: SmartRenderer) throws {
        let (movie, track) = (renderer.movie, renderer.videoTrack)
        // Frames are few where cuts are: a second thread would hold some of its own, and save little time.
        reader = try FrameReader(movie, track: track, threads: 1, isCropped: false)
        self.renderer = renderer
        walk = try FrameIterator(
            movie, track: track, reader: reader, showsCamera: renderer.plan.cameraLayout != nil)
        encoder = renderer.encoder
        timescale = movie.index.tracks[track].timescale
        composer = FrameComposer(renderer.plan, timescale: timescale, pixelAspect: nil)
    }

    /// - Parameters:
    ///   - next: the id of the IDR that comes after the span.
    ///   - interval: from one keyframe to the next at most, in ticks of the output.
    func encode(
        _ span: VideoSpan, decodeFrom keyframe: MediaTime, before next: UInt32?, to frames: StitchedFrames,
        keyframeInterval interval: Int64 = keyframeInterval
    ) throws {
        var keyframeDue = Int64.min
        if let packets = neededPackets(for: span) { reader.select(packets) }
        try walk.frames(of: span, decodeFrom: keyframe) { frame, shown, time in
            let frame = try composer.compose(frame.cropped(), camera: shown, at: time)
            let time = span.outputTicks(of: time, timescale: timescale)
            frames.expect([time])
            let isKeyframe = time >= keyframeDue
            if isKeyframe { keyframeDue = time + interval }
            let neighbours = [frames.lastID, next].compactMap(\.self)
            let (packet, id) = try encoder.encode(frame, at: time, isKeyframe: isKeyframe, beside: neighbours)
            try frames.append(packet, idrID: id)
        }
    }

    /// What must be decoded for the frames that a cut has parted from the rest of their GOP, where that is less than all before
    /// them.
    private func neededPackets(for span: VideoSpan) -> [() throws -> Packet]? {
        guard case .encode(let reason, _) = span.action, [.cut, .reordering].contains(reason) else { return nil }
        let (video, movie, track) = (renderer.video, renderer.movie, renderer.videoTrack)
        let range = span.source.converted(to: timescale, rounding: .nearest)
        let number = video.gops.first(from: range.start.value + 1) - 1
        guard video.gops.reorderDepth > 0, number >= 0 else { return nil }
        let (gop, next) = (video.gops.gops[number], video.gops.gops.dropFirst(number + 1).first)
        guard range.end.value <= next?.start ?? .max,
            let excerpt = video.references(of: gop, movie, track)?
                .excerpt(showing: range.start.value..<range.end.value),
            excerpt.frames.count <= CopyableVideo.maxLead
        else { return nil }
        return renderer.packets(excerpt.frames.map { gop.samples.lowerBound + $0 }, of: excerpt)
    }
}
