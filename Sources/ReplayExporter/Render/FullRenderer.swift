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

    func parameters() throws -> CodecParameters { try PictureRenderer(plan, video: preset.video).parameters }

    func render(_ stretch: PictureStretch, to output: any PictureOutput) throws -> Int {
        let composer = PictureComposer(
            plan, pixelAspect: movie.streams[videoTrack].parameters.sampleAspectRatio)
        let pictures = try PictureRenderer(plan, video: preset.video)
        try output.begin(pictures.parameters)
        var clock = KeyframeClock(interval: keyframeInterval)
        let walk = try PictureWalk<PictureReader>(movie, track: videoTrack, showsCamera: plan.camera != nil)
        try walk.pictures(of: stretch) { shown in
            let isKeyframe = clock.isKeyframe(from: shown.start, to: shown.end)
            let picture = try composer.compose(shown)
            try pictures.append(picture, at: shown.start, isKeyframe: isKeyframe) { try output.write($0) }
        }
        try pictures.finish(at: stretch.range.upperBound) { try output.write($0) }
        try output.finish()
        return pictures.count
    }
}
