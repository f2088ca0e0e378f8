import FFmpeg
import MediaTime
import ReplayMovie

/// Runs a plan by decoding and encoding everything. Blocks: it wants a thread of its own.
struct FullRenderer: Renderer {
    let plan: ExportPlan
    let preset: Preset
    let movie: MovieReader
    let videoTrack: Int

    /// From one keyframe to the next at most, in ticks of the output.
    var keyframeInterval: Int64 { Int64(preset.video.keyframeSeconds ?? 2) * Int64(ExportPlan.timescale) }
    var reorderDepth: Int { 0 }

    func parameters() throws -> CodecParameters {
        try PictureRenderer(plan, video: preset.video, format: preset.fileFormat).parameters
    }

    func render(_ stretch: PictureStretch, to output: any PictureOutput) throws -> Int {
        let palette = preset.fileFormat == .gif ? try palette(of: stretch, for: output) : nil
        let pictures = try PictureRenderer(plan, video: preset.video, format: preset.fileFormat, palette: palette)
        try output.begin(pictures.parameters)
        var clock = KeyframeClock(interval: keyframeInterval)
        try compose(stretch) { shown, picture in
            let isKeyframe = clock.isKeyframe(from: shown.start, to: shown.end)
            try pictures.append(picture, at: shown.start, isKeyframe: isKeyframe) { try output.write($0) }
        }
        try pictures.finish(at: stretch.range.upperBound) { try output.write($0) }
        try output.finish()
        return pictures.count
    }

    /// Goes through all frames once more than they are encoded.
    private func palette(of stretch: PictureStretch, for output: any PictureOutput) throws -> Frame? {
        let maker = PaletteMaker(rate: plan.frameRate)
        try compose(stretch) { shown, picture in
            try output.checkCancellation()
            try maker.append(picture, at: shown.start)
        }
        return try maker.finish(at: stretch.range.upperBound)
    }

    /// Calls `body` with each picture as the output shows it.
    private func compose(
        _ stretch: PictureStretch, _ body: (ShownPicture<Frame>, Frame) throws -> Void
    ) throws {
        let composer = PictureComposer(
            plan, pixelAspect: movie.streams[videoTrack].parameters.sampleAspectRatio)
        let walk = try PictureWalk<PictureReader>(movie, track: videoTrack, showsCamera: plan.camera != nil)
        try walk.pictures(of: stretch) { try body($0, try composer.compose($0)) }
    }
}
