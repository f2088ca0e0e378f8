import FFmpeg
import MediaTime
import ReplayMovie

/// Runs a plan by copying what it says to copy, and decoding and encoding the rest.
struct SmartRenderer: Renderer {
    let plan: ExportPlan
    let movie: MovieReader
    let videoTrack: Int
    let video: CopyableVideo
    let encoder: StitchingEncoder

    func render(to muxer: Muxer, sound: (any SoundOutput)?, progress: @escaping (MediaTime) -> Bool) throws -> Int {
        let parameters = movie.streams[videoTrack].parameters
        let output = try OutputTracks(
            muxer, pictures: try parameters.with(extradata: encoder.configuration.bytes), sound: sound)
        let end = plan.duration.converted(to: ExportPlan.timescale, rounding: .nearest).value
        let pictures = StitchedPictures(depth: video.gops.reorderDepth, end: end) { packet in
            try output.keepUp(at: packet.pts ?? 0, progress)
            try output.write(packet)
        }
        let encoding = try SpanEncoding(self)
        for (number, span) in plan.pictures.enumerated() {
            switch span.action {
            case .copy(let samples): try copy(samples, of: span, to: pictures)
            case .encode(_, let keyframe):
                let next = number + 1 < plan.pictures.count ? firstID(of: plan.pictures[number + 1]) : nil
                try encoding.encode(span, decodeFrom: keyframe, before: next, to: pictures)
            }
        }
        try pictures.finish()
        try output.finish()
        return pictures.count
    }

    private func firstID(of span: PictureSpan) -> UInt32? {
        guard case .copy(let samples) = span.action else { return nil }
        return video.gops.idrID(ofSample: samples.lowerBound)
    }

    private func copy(_ samples: Range<Int>, of span: PictureSpan, to pictures: StitchedPictures) throws {
        let track = movie.index.tracks[videoTrack]
        let times = span.outputTimes(of: track.samples[samples], timescale: track.timescale)
        pictures.expect(times.sorted())
        for (sample, time) in zip(samples, times) {
            let packet = try movie.packet(track: videoTrack, sample: sample)
            let id = video.gops.idrID(ofSample: sample)
            guard packet.isPicture(isIDR: id != nil, lengthSize: video.configuration.lengthSize) else {
                throw MovieError(path: "the recording", reason: .damaged)
            }
            packet.pts = time
            packet.isKeyframe = id != nil
            try pictures.append(packet, idrID: id)
        }
    }
}
