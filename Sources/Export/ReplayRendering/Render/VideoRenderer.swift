package import FFmpeg
import FFmpegFilter
import MediaTime

/// An encoder of the output's frames, which also makes the frame rate constant and applies a palette if required.
package final class VideoRenderer {
    private let plan: ExportPlan
    private let encoder: Encoder
    /// The filter for a constant frame rate or a palette, if there is one. It is created with the first frame.
    private var filter: FilterGraph?
    /// The palette of a GIF.
    private let palette: Frame?
    /// The last packet, which is kept until the time of the next one determines its duration.
    private var pending: Packet?
    private var lastPTS: Int64 = -1
    /// The first frame, if the frame rate is constant.
    private var firstFrame: Frame?

    package var parameters: CodecParameters { encoder.parameters }
    private let timeBase = Rational.oneOver(ExportPlan.timescale)
    /// The number of frames in the output.
    package private(set) var count = 0

    /// - Parameters:
    ///   - plan: The plan of the export.
    ///   - video: The video settings of the preset.
    ///   - format: The format of the file.
    ///   - palette: The palette of a GIF from `PaletteMaker`.
    ///   - threads: The number of encoder threads. With 0, the encoder chooses.
    package init(
        _ plan: ExportPlan, video: Preset.Video, format: Preset.Format = .mp4, palette: Frame? = nil, threads: Int = 0
    ) throws {
        self.plan = plan
        self.palette = palette
        encoder = try Encoder.video(.export(plan, video: video, format: format, threads: threads))
        keyframeInterval = Int64(video.keyframeSeconds ?? 2) * Int64(ExportPlan.timescale)
    }

    private let keyframeInterval: Int64
    private var nextKeyframe: Int64 = 0

    /// Adds a frame that is shown from `time` on, in ticks of the output.
    /// - Parameter isKeyframe: True to encode a keyframe. Ignored at a constant frame rate, which has keyframes at a
    ///   fixed interval.
    package func append(
        _ source: Frame, at time: Int64, isKeyframe: Bool, output body: (Packet) throws -> Void
    ) throws {
        let frame = try source.stamped(pts: time)
        guard let rate = plan.frameRate else {
            return try encode(frame, at: time, isKeyframe: isKeyframe, output: body)
        }
        if firstFrame == nil { firstFrame = frame }
        let filter = try filter ?? makeFilter(rate, for: frame)
        self.filter = filter
        try filter.push(frame)
        try takeFrames(of: filter, body)
    }

    /// Ends the output at `end`. The last frame is shown until then.
    package func finish(at end: Int64, _ body: (Packet) throws -> Void) throws {
        if let filter {
            try filter.close(at: end)
            try takeFrames(of: filter, body)
        }
        // An output that is shorter than one frame shows that frame.
        if lastPTS < 0, let firstFrame { try encodeAlone(firstFrame, output: body) }
        try encode(nil, output: body)
        guard var last = pending else { return }
        last.duration = max(1, end - (last.pts ?? 0))
        try body(last)
    }

    private func makeFilter(_ rate: FrameRate, for frame: Frame) throws -> FilterGraph {
        try makeFilter(
            "[in0]\(rate.filter)" + (palette == nil ? "[out]" : "[a];[a][in1]\(Self.paletteFilter)"), for: frame)
    }

    /// The filter that applies the palette. The ordered dither is the same in all frames, so that still areas do not
    /// change.
    private static let paletteFilter = "paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle[out]"

    private func makeFilter(_ description: String, for frame: Frame) throws -> FilterGraph {
        let inputs = [frame, palette].compactMap(\.self).map {
            FilterGraph.Input.video(like: $0, timeBase: timeBase, sampleAspectRatio: (1, 1))
        }
        let graph = try FilterGraph.open(description, inputs: inputs)
        guard let palette else { return graph }
        try graph.push(palette.stamped(pts: 0), into: 1)
        try graph.push(nil, into: 1)
        return graph
    }

    private func encodeAlone(_ frame: Frame, output body: (Packet) throws -> Void) throws {
        guard palette != nil else { return try encode(frame, at: 0, isKeyframe: true, output: body) }
        let filter = try makeFilter("[in0][in1]\(Self.paletteFilter)", for: frame)
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
            try encode(frame, at: pts, isKeyframe: isKeyframe, output: body)
        }
    }

    private func encode(
        _ frame: Frame, at pts: Int64, isKeyframe: Bool, output body: (Packet) throws -> Void
    ) throws {
        guard pts > lastPTS else { return }
        lastPTS = pts
        try encode(try frame.stamped(pts: pts, isKeyframe: isKeyframe), output: body)
    }

    private func encode(_ frame: Frame?, output body: (Packet) throws -> Void) throws {
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
    /// The libavfilter filter that makes the frame rate constant.
    package var filter: String { "fps=\(framesPerSecond.numerator)/\(framesPerSecond.denominator):eof_action=round" }
}
