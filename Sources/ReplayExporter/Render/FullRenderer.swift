import FFmpeg
import MediaTime
import ReplayMovie

/// Runs a plan by decoding and encoding everything. Blocks: it wants a thread of its own.
struct FullRenderer: Renderer {
    let plan: ExportPlan
    let preset: Preset
    let movie: MovieReader
    let videoTrack: Int

    func render(to output: any PictureOutput) throws -> Int {
        let composer = PictureComposer(
            plan, pixelAspect: movie.streams[videoTrack].parameters.sampleAspectRatio)
        let pictures = try PictureRenderer(plan, video: preset.video)
        try output.begin(pictures.parameters)
        let seconds = preset.video.keyframeSeconds ?? 2
        var clock = KeyframeClock(interval: Int64(seconds) * Int64(ExportPlan.timescale))
        let walk = try PictureWalk(movie, track: videoTrack, showsCamera: plan.camera != nil)
        try walk.pictures(of: plan) { shown in
            let isKeyframe = clock.isKeyframe(from: shown.start, to: shown.end)
            let picture = try composer.compose(shown)
            try pictures.append(picture, at: shown.start, isKeyframe: isKeyframe) { try output.write($0) }
        }
        try pictures.finish(at: plan.durationTicks) { try output.write($0) }
        try output.finish()
        return pictures.count
    }
}
