import FFmpeg
import FFmpegFilter
import MediaTime

/// Turns pictures of the recording into packets of the output: screen and camera are fitted, put together, and
/// encoded.
final class PictureRenderer {
    private let plan: ExportPlan
    private let encoder: Encoder
    private let screen: PictureFitter
    private let camera: (fitter: PictureFitter, place: CameraPlacement.Rectangle)?
    /// Makes the rate constant, where the plan wants that; there from the first picture on.
    private var rateFilter: FilterGraph?
    /// The last packet, kept until the next one tells how long it is shown.
    private var pending: Packet?
    private var lastPTS: Int64 = -1

    var parameters: CodecParameters { encoder.parameters }
    private let timeBase = Rational.oneOver(ExportPlan.timescale)
    /// Pictures that went into the output.
    private(set) var count = 0

    init(_ plan: ExportPlan, preset: Preset, pixelAspect: (Int, Int)) throws {
        self.plan = plan
        screen = PictureFitter(
            width: plan.width, height: plan.height, rotation: plan.rotation, pixelAspect: pixelAspect)
        camera = plan.camera.map {
            (PictureFitter(width: $0.width, height: $0.height, rotation: 0, pixelAspect: (1, 1)), $0)
        }
        var settings = VideoEncoderSettings(
            width: plan.width, height: plan.height, timeBase: .oneOver(ExportPlan.timescale),
            keyframeInterval: 250, threads: 0,
            options: [
                "preset": preset.video.encoderPreset.rawValue, "crf": String(preset.video.crf), "forced-idr": "1",
            ])
        settings.frameRate = plan.frameRate?.framesPerSecond
        encoder = try Encoder.video(settings)
        keyframeInterval = Int64(preset.video.keyframeSeconds ?? 2) * Int64(ExportPlan.timescale)
    }

    private let keyframeInterval: Int64
    private var nextKeyframe: Int64 = 0

    /// Takes a picture, and what the camera shows with it, that are shown from `time` on, in ticks of the output.
    func append(_ picture: Frame, camera shown: Frame?, at time: Int64, _ body: (Packet) throws -> Void) throws {
        let frame = try compose(picture, shown).stamped(pts: time)
        guard let rate = plan.frameRate else { return try encode(frame, at: time, body) }
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
        try encode(nil, body)
        guard let last = pending else { return }
        last.duration = max(1, end - (last.pts ?? 0))
        try body(last)
    }

    private func compose(_ picture: Frame, _ shown: Frame?) throws -> Frame {
        let fitted = try screen.fit(picture)
        guard let camera, let shown else { return fitted }
        return try fitted.covered(by: try camera.fitter.fit(shown), x: camera.place.x, y: camera.place.y)
    }

    private func makeRateFilter(_ rate: FrameRate, for frame: Frame) throws -> FilterGraph {
        try FilterGraph.open(
            "[in0]fps=\(rate.framesPerSecond.numerator)/\(rate.framesPerSecond.denominator):eof_action=round[out]",
            inputs: [.video(like: frame, timeBase: timeBase, sampleAspectRatio: (1, 1))])
    }

    private func takeFrames(of filter: FilterGraph, _ body: (Packet) throws -> Void) throws {
        while case .next(let frame) = try filter.pull() {
            let raw = MediaTime(ticks: frame.pts ?? 0, in: filter.outputTimeBase)
            try encode(frame, at: raw?.ticks(in: timeBase, rounding: .nearest) ?? 0, body)
        }
    }

    private func encode(_ frame: Frame, at pts: Int64, _ body: (Packet) throws -> Void) throws {
        guard pts > lastPTS else { return }
        lastPTS = pts
        let isKeyframe = pts >= nextKeyframe
        if isKeyframe { nextKeyframe = pts + keyframeInterval }
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
