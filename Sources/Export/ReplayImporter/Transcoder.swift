import FFmpeg
import FFmpegFilter
import MediaTime

/// A transcoder for streams that MP4 does not support: video to high-quality H.264, audio to AAC.
final class Transcoder {
    private let stream: StreamInfo
    private let decoder: Decoder
    private let encoder: Encoder
    private let filters: (Frame) -> String
    private var graph: FilterGraph?
    /// The size of the frames for which the graph was made.
    private var size: (width: Int, height: Int)?
    private var nextSample: Int64?
    private var holes: AudioHoles?
    private var lastPTS = Int64.min

    init(_ stream: StreamInfo) throws {
        self.stream = stream
        let parameters = stream.parameters
        decoder = try Decoder.open(parameters, timeBase: stream.timeBase)
        if stream.kind == .video {
            // The sides of 4:2:0 are even: an odd side gets one more row or column, so nothing is lost.
            let (width, height) = ((parameters.width + 1) & ~1, (parameters.height + 1) & ~1)
            var settings = VideoEncoderSettings(
                width: width, height: height, timeBase: stream.timeBase, keyframeInterval: 120, threads: 0,
                options: ["preset": "veryfast", "crf": "16"])
            settings.colours = ColourSpace(parameters).shareable
            encoder = try Encoder.video(settings)
            let colours = settings.colours
            filters = { "[in0]\(Self.filters(for: $0, width, height: height, colours: colours))[out]" }
        } else {
            let channels = min(2, max(1, parameters.channelCount))
            encoder = try Encoder.audio(
                AudioEncoderSettings(
                    sampleRate: 48_000, channels: channels, bitRate: 96_000 * channels, options: AACEncoder.options))
            let layout = channels == 1 ? "mono" : "stereo"
            filters = { _ in "[in0]aresample=48000,aformat=sample_fmts=fltp:channel_layouts=\(layout)[out]" }
        }
    }

    var parameters: CodecParameters { encoder.parameters }
    var timeBase: Rational { encoder.timeBase }

    /// Decodes a packet, or ends the stream if it is nil.
    func take(_ packet: Packet?, output body: (Packet) throws -> Void) throws {
        var frames = decoder.frames(of: packet)
        while let frame = try frames.next() { try push(frame, output: body) }
        guard packet == nil, let graph else { return }
        try graph.push(nil)
        try pull(from: graph, output: body)
        try encode(nil, output: body)
    }

    /// Returns the filters that scale a frame to a size, with bars if its aspect ratio differs.
    private static func filters(for frame: Frame, _ width: Int, height: Int, colours: ColourSpace) -> String {
        if frame.width + frame.width % 2 == width, frame.height + frame.height % 2 == height {
            let padding = frame.width == width && frame.height == height ? "" : "pad=\(width):\(height):0:0,"
            return padding + FrameFitting(width: width, height: height, to: colours).filters(for: frame)
        }
        let isWide = frame.width * height >= frame.height * width
        let inner = isWide ? (width, frame.height * width / frame.width) : (frame.width * height / frame.height, height)
        let (fitWidth, fitHeight) = (max(2, inner.0 & ~1), max(2, inner.1 & ~1))
        let (left, top) = ((width - fitWidth) / 2 & ~1, (height - fitHeight) / 2 & ~1)
        return FrameFitting(width: fitWidth, height: fitHeight, to: colours).filters(for: frame)
            + ",pad=\(width):\(height):\(left):\(top)"
    }

    private func push(_ frame: Frame, output body: (Packet) throws -> Void) throws {
        if stream.kind == .video, let size, size != (frame.width, frame.height), let graph {
            try graph.push(nil)
            try pull(from: graph, output: body)
            self.graph = nil
        }
        let graph = try self.graph ?? makeGraph(for: frame)
        self.graph = graph
        size = (frame.width, frame.height)
        for silence in try holes?.silence(before: frame) ?? [] {
            try graph.push(silence)
            try pull(from: graph, output: body)
        }
        try graph.push(try frame.stamped(pts: frame.bestEffortPTS ?? 0))
        try pull(from: graph, output: body)
    }

    private func makeGraph(for frame: Frame) throws -> FilterGraph {
        if stream.kind == .video {
            return try FilterGraph.open(
                filters(frame),
                inputs: [
                    .video(
                        like: frame, timeBase: stream.timeBase, sampleAspectRatio: stream.parameters.sampleAspectRatio)
                ])
        }
        let graph = try FilterGraph.open(filters(frame), inputs: [.audio(like: frame)])
        graph.setOutputFrameSize(encoder.frameSize)
        holes = AudioHoles(timeBase: stream.timeBase)
        // Audio is timed by counting samples from the first one, because times in coarse ticks would leave gaps.
        nextSample =
            frame.bestEffortPTS.flatMap { MediaTime(ticks: $0, in: stream.timeBase) }?
            .ticks(in: encoder.timeBase, rounding: .nearest) ?? 0
        return graph
    }

    private func pull(from graph: FilterGraph, output body: (Packet) throws -> Void) throws {
        while case .next(let frame) = try graph.pull() {
            let pts = nextSample ?? max(frame.pts ?? 0, lastPTS + 1)
            lastPTS = pts
            if nextSample != nil { nextSample = pts + Int64(frame.sampleCount) }
            try encode(try frame.stamped(pts: pts), output: body)
        }
    }

    private func encode(_ frame: Frame?, output body: (Packet) throws -> Void) throws {
        var packets = encoder.packets(of: frame)
        while let packet = try packets.next() { try body(packet) }
    }
}
