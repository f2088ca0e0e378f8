import FFmpeg
import FFmpegFilter
import MediaTime

/// Turns frames of the output into packets.
final class VideoRenderer {
    private let plan: ExportPlan
    private let encoder: Encoder
    /// Makes the rate constant, or the colours few, where that is wanted; there from the first frame on.
    private var filter: FilterGraph?
    /// The colours of a GIF.
    private let palette: Frame?
    /// The last packet, kept until the next one tells how long it is shown.
    private var pending: Packet?
    private var lastPTS: Int64 = -1
    /// The first frame, where the rate is constant.
    private var firstFrame: Frame?

    var parameters: CodecParameters { encoder.parameters }
    private let timeBase = Rational.oneOver(ExportPlan.timescale)
    /// Frames that went into the output.
    private(set) var count = 0

    /// - Parameters:
    ///   - video: how frames are encoded.
    ///   - format: for what kind of file.
    ///   - palette: for a GIF, as `PaletteMaker` gives it.
    ///   - threads: of the encoder; 0 lets it choose.
    init(
        _ plan: ExportPlan, video: Preset.Video, format: Preset.Format = .mp4, palette: Frame? = nil, threads: Int = 0
    ) throws {
        self.plan = plan
        self.palette = palette
        encoder = try Encoder.video(.export(plan, video, format, threads: threads))
        keyframeInterval = Int64(video.keyframeSeconds ?? 2) * Int64(ExportPlan.timescale)
    }

    private let keyframeInterval: Int64
    private var nextKeyframe: Int64 = 0

    /// Takes a frame that is shown from `time` on, in ticks of the output.
    /// - Parameter isKeyframe: where the rate is constant, there is one every so many seconds instead.
    func append(_ source: Frame, at time: Int64, isKeyframe: Bool, _ body: (Packet) throws -> Void) throws {
        let frame = try source.stamped(pts: time)
        guard let rate = plan.frameRate else { return try encode(frame, at: time, isKeyframe: isKeyframe, body) }
        if firstFrame == nil { firstFrame = frame }
        let filter = try filter ?? makeFilter(rate, for: frame)
        self.filter = filter
        try filter.push(frame)
        try takeFrames(of: filter, body)
    }

    /// Ends the frames at the output's end: the last one is shown until then.
    func finish(at end: Int64, _ body: (Packet) throws -> Void) throws {
        if let filter {
            try filter.close(at: end)
            try takeFrames(of: filter, body)
        }
        // An output that is shorter than a frame shows that frame.
        if lastPTS < 0, let firstFrame { try encodeAlone(firstFrame, body) }
        try encode(nil, body)
        guard var last = pending else { return }
        last.duration = max(1, end - (last.pts ?? 0))
        try body(last)
    }

    private func makeFilter(_ rate: FrameRate, for frame: Frame) throws -> FilterGraph {
        try makeFilter("[in0]\(rate.filter)" + (palette == nil ? "[out]" : "[a];[a][in1]\(Self.paletteFilter)"), frame)
    }

    /// Few colours, dithered alike from frame to frame, so that what stands still stays the same.
    private static let paletteFilter = "paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle[out]"

    private func makeFilter(_ description: String, _ frame: Frame) throws -> FilterGraph {
        let inputs = [frame, palette].compactMap(\.self).map {
            FilterGraph.Input.video(like: $0, timeBase: timeBase, sampleAspectRatio: (1, 1))
        }
        let graph = try FilterGraph.open(description, inputs: inputs)
        guard let palette else { return graph }
        try graph.push(palette.stamped(pts: 0), into: 1)
        try graph.push(nil, into: 1)
        return graph
    }

    private func encodeAlone(_ frame: Frame, _ body: (Packet) throws -> Void) throws {
        guard palette != nil else { return try encode(frame, at: 0, isKeyframe: true, body) }
        let filter = try makeFilter("[in0][in1]\(Self.paletteFilter)", frame)
        try filter.push(frame)
        try filter.push(nil)
        try takeFrames(of: filter, body)
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
        var packets = encoder.packets(of: frame)
        while let packet = try packets.next() {
            count += 1
            if var last = pending {
                last.duration = (packet.pts ?? 0) - (last.pts ?? 0)
                try body(last)
            }
            pending = packet
        }
    }
}

extension FrameRate {
    /// The filter that makes a rate constant, by libavfilter's name.
    var filter: String { "fps=\(framesPerSecond.numerator)/\(framesPerSecond.denominator):eof_action=round" }
}
