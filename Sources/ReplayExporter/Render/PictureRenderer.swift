import FFmpeg
import FFmpegFilter
import MediaTime

/// Turns pictures of the output into packets.
final class PictureRenderer {
    private let plan: ExportPlan
    private let encoder: Encoder
    /// Makes the rate constant, where the plan wants that; there from the first picture on.
    private var rateFilter: FilterGraph?
    /// The last packet, kept until the next one tells how long it is shown.
    private var pending: Packet?
    private var lastPTS: Int64 = -1
    /// The first frame, where the rate is constant.
    private var firstFrame: Frame?

    var parameters: CodecParameters { encoder.parameters }
    private let timeBase = Rational.oneOver(ExportPlan.timescale)
    /// Pictures that went into the output.
    private(set) var count = 0

    /// - Parameters:
    ///   - video: how pictures are encoded.
    ///   - threads: of the encoder; 0 lets it choose.
    init(_ plan: ExportPlan, video: Preset.Video, threads: Int = 0) throws {
        self.plan = plan
        encoder = try Encoder.video(.export(plan, video, threads: threads))
        keyframeInterval = Int64(video.keyframeSeconds ?? 2) * Int64(ExportPlan.timescale)
    }

    private let keyframeInterval: Int64
    private var nextKeyframe: Int64 = 0

    /// Takes a picture that is shown from `time` on, in ticks of the output.
    /// - Parameter isKeyframe: where the rate is constant, there is one every so many seconds instead.
    func append(_ picture: Frame, at time: Int64, isKeyframe: Bool, _ body: (Packet) throws -> Void) throws {
        let frame = try picture.stamped(pts: time)
        guard let rate = plan.frameRate else { return try encode(frame, at: time, isKeyframe: isKeyframe, body) }
        if firstFrame == nil { firstFrame = frame }
        let filter = try rateFilter ?? makeRateFilter(rate, for: frame)
        rateFilter = filter
        try filter.push(frame)
        try takeFrames(of: filter, body)
    }

    /// Ends the pictures at the output's end: the last one is shown until then.
    func finish(at end: Int64, _ body: (Packet) throws -> Void) throws {
        if let rateFilter {
            try rateFilter.close(at: end)
            try takeFrames(of: rateFilter, body)
        }
        // An output that is shorter than a frame shows that frame.
        if lastPTS < 0, let firstFrame { try encode(firstFrame, at: 0, isKeyframe: true, body) }
        try encode(nil, body)
        guard let last = pending else { return }
        last.duration = max(1, end - (last.pts ?? 0))
        try body(last)
    }

    private func makeRateFilter(_ rate: FrameRate, for frame: Frame) throws -> FilterGraph {
        try FilterGraph.open(
            "[in0]fps=\(rate.framesPerSecond.numerator)/\(rate.framesPerSecond.denominator):eof_action=round[out]",
            inputs: [.video(like: frame, timeBase: timeBase, sampleAspectRatio: (1, 1))])
    }

    private func takeFrames(of filter: FilterGraph, _ body: (Packet) throws -> Void) throws {
        while case .next(let frame) = try filter.pull() {
            let raw = MediaTime(ticks: frame.pts ?? 0, in: filter.outputTimeBase)
            let pts = raw?.ticks(in: timeBase, rounding: .nearest) ?? 0
            let isKeyframe = pts >= nextKeyframe
            if isKeyframe { nextKeyframe = pts + keyframeInterval }
            try encode(frame, at: pts, isKeyframe: isKeyframe, body)
        }
    }

    private func encode(
        _ frame: Frame, at pts: Int64, isKeyframe: Bool, _ body: (Packet) throws -> Void
    ) throws {
        guard pts > lastPTS else { return }
        lastPTS = pts
        try encode(try frame.stamped(pts: pts, isKeyframe: isKeyframe), body)
    }

    private func encode(_ frame: Frame?, _ body: (Packet) throws -> Void) throws {
        var made: [Packet] = []
        try encoder.encode(frame) { made.append($0) }
        for packet in made {
            count += 1
            if let last = pending {
                last.duration = (packet.pts ?? 0) - (last.pts ?? 0)
                try body(last)
            }
            pending = packet
        }
    }
}
