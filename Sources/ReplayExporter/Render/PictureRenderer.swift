import FFmpeg
import FFmpegFilter
import MediaTime

/// Turns pictures of the recording into packets of the output: one filter graph and one encoder.
final class PictureRenderer {
    private let plan: ExportPlan
    private let encoder: Encoder
    private let pixelAspect: (Int, Int)
    private var graph: (FilterGraph, width: Int, height: Int, format: Int32)?
    /// The last packet, kept until the next one tells how long it is shown.
    private var pending: Packet?
    private var lastPTS: Int64 = -1

    /// Ticks a second of the output's pictures.
    static let timescale: Int32 = 90_000

    var parameters: CodecParameters { encoder.parameters }
    let timeBase = Rational.oneOver(timescale)
    /// Pictures that went into the output.
    private(set) var count = 0

    init(_ plan: ExportPlan, preset: Preset, pixelAspect: (Int, Int)) throws {
        self.plan = plan
        self.pixelAspect = pixelAspect
        var settings = VideoEncoderSettings(
            width: plan.width, height: plan.height, timeBase: .oneOver(Self.timescale),
            keyframeInterval: 250, threads: 0,
            options: [
                "preset": preset.video.encoderPreset.rawValue, "crf": String(preset.video.crf), "forced-idr": "1",
            ])
        settings.frameRate = plan.frameRate?.framesPerSecond
        encoder = try Encoder.video(settings)
        keyframeInterval = Int64(preset.video.keyframeSeconds ?? 2) * Int64(Self.timescale)
    }

    private let keyframeInterval: Int64
    private var nextKeyframe: Int64 = 0

    /// Takes a picture that is shown from `time` on, in ticks of the output.
    func append(_ picture: Frame, at time: Int64, _ body: (Packet) throws -> Void) throws {
        let frame = try picture.stamped(pts: time)
        let format = (frame.width, frame.height, frame.pointer.pointee.format)
        if graph.map({ ($0.width, $0.height, $0.format) != format }) ?? true {
            if let graph { try drain(graph.0, body) }
            graph = (try makeGraph(for: frame), format.0, format.1, format.2)
        }
        guard let graph = graph?.0 else { return }
        try graph.push(frame)
        try takeFrames(of: graph, body)
    }

    /// Ends the pictures at the output's end: the last one is shown until then.
    func finish(at end: Int64, _ body: (Packet) throws -> Void) throws {
        if let graph = graph?.0 {
            try graph.close(at: end)
            try takeFrames(of: graph, body)
        }
        try encode(nil, body)
        guard let last = pending else { return }
        last.duration = max(1, end - (last.pts ?? 0))
        try body(last)
    }

    private func drain(_ graph: FilterGraph, _ body: (Packet) throws -> Void) throws {
        try graph.push(nil)
        try takeFrames(of: graph, body)
    }

    private func makeGraph(for frame: Frame) throws -> FilterGraph {
        let turn = [90: "transpose=clock,", 180: "hflip,vflip,", 270: "transpose=cclock,"][plan.rotation] ?? ""
        let rate = plan.frameRate.map {
            ",fps=\($0.framesPerSecond.numerator)/\($0.framesPerSecond.denominator):eof_action=round"
        }
        return try FilterGraph.open(
            """
            [in0]\(turn)scale=\(plan.width):\(plan.height):flags=bicubic+accurate_rnd+full_chroma_int\
            :out_color_matrix=bt709:out_range=tv,setsar=1,format=yuv420p\(rate ?? "")[out]
            """,
            inputs: [.video(like: frame, timeBase: timeBase, sampleAspectRatio: pixelAspect)])
    }

    private func takeFrames(of graph: FilterGraph, _ body: (Packet) throws -> Void) throws {
        while case .next(let frame) = try graph.pull() {
            let raw = MediaTime(ticks: frame.pts ?? 0, in: graph.outputTimeBase)
            let pts = raw?.ticks(in: timeBase, rounding: .nearest) ?? 0
            guard pts > lastPTS else { continue }
            lastPTS = pts
            let isKeyframe = pts >= nextKeyframe
            if isKeyframe { nextKeyframe = pts + keyframeInterval }
            try encode(try frame.stamped(pts: pts, isKeyframe: isKeyframe), body)
        }
    }

    private func encode(_ frame: Frame?, _ body: (Packet) throws -> Void) throws {
        var made: [Packet] = []
        try encoder.encode(frame) { made.append($0) }
        for packet in made {
            packet.streamIndex = 0
            count += 1
            if let last = pending {
                last.duration = (packet.pts ?? 0) - (last.pts ?? 0)
                try body(last)
            }
            pending = packet
        }
    }
}
