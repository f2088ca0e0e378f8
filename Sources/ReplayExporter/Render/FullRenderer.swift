import FFmpeg
import MediaTime
import ReplayMovie

/// Runs a plan by decoding and encoding everything. Blocks: it wants a thread of its own.
struct FullRenderer {
    let plan: ExportPlan
    let preset: Preset
    let movie: MovieReader
    let videoTrack: Int

    /// By how much a camera's picture may come late, in milliseconds: a little more than a picture of 30 a second lasts.
    private static let cameraPatience: Int64 = 35

    /// How far sound may run ahead of the picture, so that the muxer never holds much of either.
    private static let soundLead = MediaTime(value: 1, timescale: 2)

    /// Writes the output.
    /// - Parameter progress: called with how much of the output is done; false cancels.
    /// - Returns: the number of pictures in the output.
    /// - Throws: `ExportError.cancelled`, `FFmpegError`, `MovieError`.
    func render(to io: FileIO, name: String, progress: (MediaTime) -> Bool) throws -> Int {
        let pictures = try PictureRenderer(
            plan, preset: preset, pixelAspect: movie.streams[videoTrack].parameters.sampleAspectRatio)
        let readers = try movie.index.audioTracks.compactMap { try SoundReader(movie, track: $0) }
        let sound = readers.isEmpty ? nil : try SoundRenderer(plan, readers: readers, preset: preset)
        let muxer = try Muxer.open(io, name: name)
        _ = try muxer.addStream(pictures.parameters, timeBase: pictures.timeBase)
        if let sound { _ = try muxer.addStream(sound.parameters, timeBase: sound.timeBase) }
        try muxer.writeHeader(options: ["movflags": "+faststart", "video_track_timescale": "90000"])
        try renderPictures(pictures, sound, muxer, progress)
        try sound?.finish { try muxer.writeInterleaved($0) }
        try muxer.finish()
        return pictures.count
    }

    private func renderPictures(
        _ pictures: PictureRenderer, _ sound: SoundRenderer?, _ muxer: Muxer, _ progress: (MediaTime) -> Bool
    ) throws {
        let reader = try PictureReader(movie, track: videoTrack)
        let camera = try cameraLayer()
        let timescale = movie.index.tracks[videoTrack].timescale
        for span in plan.spans {
            let start = span.source.start.converted(to: timescale, rounding: .nearest).value
            let end = span.source.end.converted(to: timescale, rounding: .nearest).value
            try reader.seek(to: start, from: span.decodeFrom.converted(to: timescale, rounding: .nearest).value)
            try camera?.seek(to: span.source.start)
            var time = start
            // The picture on the screen at the cut began before it: it is shown from the cut on.
            while time < end, let picture = reader.current {
                let shown = span.start + MediaTime(value: time - start, timescale: timescale)
                guard progress(shown) else { throw ExportError.cancelled }
                try camera?.advance(to: MediaTime(value: time, timescale: timescale))
                try pictures.append(picture, camera: camera?.picture, at: Self.ticks(shown)) {
                    try muxer.writeInterleaved($0)
                }
                try sound?.render(upTo: shown + Self.soundLead) { try muxer.writeInterleaved($0) }
                let change = PictureChange(
                    screen: reader.nextTime,
                    camera: camera?.nextTime?.converted(to: timescale, rounding: .up).value,
                    patience: Int64(timescale) * Self.cameraPatience / 1000)
                guard let change else { break }
                if change.isOfScreen { try reader.advance() }
                time = change.time
            }
        }
        try pictures.finish(at: Self.ticks(plan.duration)) { try muxer.writeInterleaved($0) }
    }

    private func cameraLayer() throws -> CameraLayer? {
        guard plan.camera != nil, let track = movie.cameraTrack else { return nil }
        return try CameraLayer(movie, track: track)
    }

    private static func ticks(_ time: MediaTime) -> Int64 {
        time.converted(to: PictureRenderer.timescale, rounding: .nearest).value
    }
}
