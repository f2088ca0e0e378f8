import FFmpeg
import ReplayComposition
import ReplayLibrary
import ReplayMovie

/// A renderer that decodes and encodes all frames of a plan. Blocking: call it on a dedicated thread.
struct FullRenderer: Renderer {
    let plan: ExportPlan
    let preset: Preset
    let movie: MovieReader
    let videoTrack: Int

    /// The maximum interval between two keyframes, in ticks of the output.
    var keyframeInterval: Int64 { Int64(preset.video.keyframeSeconds ?? 2) * Int64(ExportPlan.timescale) }
    var reorderDepth: Int { 0 }

    func parameters() throws -> CodecParameters {
        try VideoRenderer(plan, video: preset.video, format: preset.fileFormat).parameters
    }

    func render(_ stretch: FrameStretch, to output: any VideoOutput) throws -> Int {
        let palette = preset.fileFormat == .gif ? try palette(of: stretch, for: output) : nil
        let frames = try VideoRenderer(plan, video: preset.video, format: preset.fileFormat, palette: palette)
        try output.begin(frames.parameters)
        var clock = KeyframeClock(interval: keyframeInterval)
        var composed = 0
        try compose(stretch) { shown, frame in
            composed += 1
            let isKeyframe = clock.isKeyframe(from: shown.start, to: shown.end)
            try frames.append(frame, at: shown.start, isKeyframe: isKeyframe) { try output.write($0) }
        }
        try frames.finish(at: stretch.range.upperBound) { try output.write($0) }
        try check(frames.count, of: composed, in: stretch)
        try output.finish()
        return frames.count
    }

    /// Compares the number of encoded packets with the number of composed frames. At a constant rate, the whole output
    /// is compared with the plan. A chunk at a constant rate is not compared here, but with its own plan.
    private func check(_ made: Int, of composed: Int, in stretch: FrameStretch) throws {
        var planned = plan.frameRate == nil ? composed : 0
        if plan.frameRate != nil, stretch == plan.stretch { try forEachPlannedFrame { _ in planned += 1 } }
        try FrameCheck.check(encoded: made, of: planned)
    }

    /// Makes the palette of a GIF. All frames are decoded one additional time for it.
    private func palette(of stretch: FrameStretch, for output: any VideoOutput) throws -> Frame? {
        let maker = PaletteMaker(rate: plan.frameRate)
        try compose(stretch) { shown, frame in
            try output.checkCancellation()
            try maker.append(frame, at: shown.start)
        }
        return try maker.finish(at: stretch.range.upperBound)
    }

    /// Calls `body` with each composed frame of the output.
    private func compose(
        _ stretch: FrameStretch, output body: (ShownFrame<Frame>, Frame) throws -> Void
    ) throws {
        let composer = FrameComposer(
            plan.composition, timescale: movie.index.tracks[videoTrack].timescale,
            pixelAspect: movie.streams[videoTrack].parameters.sampleAspectRatio)
        let walk = try FrameIterator<FrameReader>(movie, track: videoTrack, showsCamera: plan.composition.showsCamera)
        var made: [Int: Int] = [:]
        try walk.frames(of: stretch) {
            try body($0, try composer.compose($0))
            made[$0.place.span, default: 0] += 1
        }
        try FrameCheck(plan, movie: movie, track: videoTrack).check(stretch, made: made)
    }
}
