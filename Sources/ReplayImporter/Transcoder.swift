import FFmpeg
import FFmpegFilter
import MediaTime

/// Encodes anew what MP4 does not take: frames as H.264 of high quality, audio as AAC.
final class Transcoder {
    private let stream: StreamInfo
    private let decoder: Decoder
    private let encoder: Encoder
    private let filters: (Frame) -> String
    private var graph: FilterGraph?
    private var nextSample: Int64?
    private var lastPTS = Int64.min

    init(_ stream: StreamInfo) throws {
        self.stream = stream
        let parameters = stream.parameters
        decoder = try Decoder.open(parameters, timeBase: stream.timeBase)
        if stream.kind == .video {
            let (width, height) = (max(2, parameters.width & ~1), max(2, parameters.height & ~1))
            var settings = VideoEncoderSettings(
                width: width, height: height, timeBase: stream.timeBase, keyframeInterval: 120, threads: 0,
                options: ["preset": "veryfast", "crf": "16"])
            settings.colours = ColourSpace(parameters).shareable
            encoder = try Encoder.video(settings)
            let fitting = FrameFitting(width: width, height: height, to: settings.colours)
            filters = { "[in0]\(fitting.filters(for: $0))[out]" }
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

    /// Takes a packet, or nil for the end.
    func take(_ packet: Packet?, _ body: (Packet) throws -> Void) throws {
        var frames = decoder.frames(of: packet)
        while let frame = try frames.next() { try push(frame, body) }
        guard packet == nil, let graph else { return }
        try graph.push(nil)
        try pull(graph, body)
        try encode(nil, body)
    }

    private func push(_ frame: Frame, _ body: (Packet) throws -> Void) throws {
        let graph = try self.graph ?? makeGraph(for: frame)
        self.graph = graph
        try graph.push(try frame.stamped(pts: frame.bestEffortPTS ?? 0))
        try pull(graph, body)
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
        // Audio is counted from its first sample on: times in coarse ticks would tear it.
        nextSample =
            frame.bestEffortPTS.flatMap { MediaTime(ticks: $0, in: stream.timeBase) }?
            .ticks(in: encoder.timeBase, rounding: .nearest) ?? 0
        return graph
    }

    private func pull(_ graph: FilterGraph, _ body: (Packet) throws -> Void) throws {
        while case .next(let frame) = try graph.pull() {
            let pts = nextSample ?? max(frame.pts ?? 0, lastPTS + 1)
            lastPTS = pts
            if nextSample != nil { nextSample = pts + Int64(frame.sampleCount) }
            try encode(try frame.stamped(pts: pts), body)
        }
    }

    private func encode(_ frame: Frame?, _ body: (Packet) throws -> Void) throws {
        var packets = encoder.packets(of: frame)
        while let packet = try packets.next() { try body(packet) }
    }
}
