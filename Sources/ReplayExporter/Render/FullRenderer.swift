import FFmpeg
import MediaTime
import ReplayMovie

/// Runs a plan by decoding and encoding everything. Blocks: it wants a thread of its own.
struct FullRenderer: Renderer {
    let plan: ExportPlan
    let preset: Preset
    let movie: MovieReader
    let videoTrack: Int

    func render(to muxer: Muxer, sound: (any SoundOutput)?, progress: @escaping (MediaTime) -> Bool) throws -> Int {
        let pictures = try PictureRenderer(
            plan, preset: preset, pixelAspect: movie.streams[videoTrack].parameters.sampleAspectRatio)
        let output = try OutputTracks(muxer, pictures: pictures.parameters, sound: sound)
        let walk = try PictureWalk(movie, track: videoTrack, showsCamera: plan.camera != nil)
        let timescale = movie.index.tracks[videoTrack].timescale
        for span in plan.pictures {
            guard case .encode(_, let keyframe) = span.action else { continue }
            try walk.pictures(of: span, decodeFrom: keyframe) { picture, camera, time in
                let shown = span.outputTicks(of: time, timescale: timescale)
                try output.keepUp(at: shown, progress)
                try pictures.append(picture, camera: camera, at: shown) { try output.write($0) }
            }
        }
        try pictures.finish(at: plan.duration.converted(to: ExportPlan.timescale, rounding: .nearest).value) {
            try output.write($0)
        }
        try output.finish()
        return pictures.count
    }
}
