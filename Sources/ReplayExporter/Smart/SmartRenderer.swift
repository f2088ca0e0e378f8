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

    func render(to output: any PictureOutput) throws -> Int {
        let parameters = movie.streams[videoTrack].parameters
        try output.begin(try parameters.with(extradata: encoder.configuration.bytes))
        let end = plan.duration.converted(to: ExportPlan.timescale, rounding: .nearest).value
        let depth = video.gops.reorderDepth
        let last = lastTimes(depth + 1)
        let times = DecodingTimes(depth: depth, last: last, lastDecoded: lastDecoded ?? last.last ?? 0, end: end)
        let pictures = StitchedPictures(times: times, last: last.last ?? 0, end: end) { try output.write($0) }
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

    /// When the last pictures of the output are shown, ascending.
    private func lastTimes(_ count: Int) -> [Int64] {
        let track = movie.index.tracks[videoTrack]
        var times: [Int64] = []
        for span in plan.pictures.reversed() where times.count < count {
            let range = span.source.converted(to: track.timescale, rounding: .nearest)
            let shown = track.samples.lazy.map(\.pts).filter { range.start.value < $0 && $0 < range.end.value }
            times += Set([range.start.value] + shown).sorted().reversed()
                .map { span.outputTicks(of: $0, timescale: track.timescale) }
        }
        return times.prefix(count).reversed()
    }

    /// When the picture is shown that is decoded last, where it is a copy.
    private var lastDecoded: Int64? {
        guard let span = plan.pictures.last, case .copy(let samples) = span.action else { return nil }
        let track = movie.index.tracks[videoTrack]
        return span.outputTimes(of: track.samples[samples], timescale: track.timescale).last
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
