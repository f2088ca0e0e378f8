import MediaTime
import ReplayMovie

extension SmartRenderer {
    func foresee(_ body: (ForeseenPicture) throws -> Void) throws {
        let walk = try PictureWalk<PictureTimes>(movie, track: videoTrack, showsCamera: plan.camera != nil)
        for (number, span) in plan.pictures.enumerated() {
            switch span.action {
            case .copy(let samples): try foresee(samples, of: span, number, body)
            case .encode: try foresee(span, number, walk, body)
            }
        }
    }

    private func foresee(
        _ samples: Range<Int>, of span: PictureSpan, _ number: Int, _ body: (ForeseenPicture) throws -> Void
    ) throws {
        let track = movie.index.tracks[videoTrack]
        let first = span.source.start.converted(to: track.timescale, rounding: .nearest).value
        let times = span.outputTimes(of: track.samples[samples], timescale: track.timescale)
        for (sample, time) in zip(samples, times) {
            let start = sample == samples.lowerBound ? first : track.samples[sample].pts
            try body(
                ForeseenPicture(
                    time: time, place: PicturePlace(span: number, time: start),
                    coding: video.gops.idrID(ofSample: sample).map { .copiedIDR($0) } ?? .dependent))
        }
    }

    private func foresee(
        _ span: PictureSpan, _ number: Int, _ walk: PictureWalk<PictureTimes>,
        _ body: (ForeseenPicture) throws -> Void
    ) throws {
        let timescale = movie.index.tracks[videoTrack].timescale
        var keyframeDue = Int64.min
        try walk.pictures(of: span, decodeFrom: .zero) { _, _, start in
            let time = span.outputTicks(of: start, timescale: timescale)
            let isDue = time >= keyframeDue
            if isDue { keyframeDue = time + SpanEncoding.keyframeInterval }
            try body(
                ForeseenPicture(
                    time: time, place: PicturePlace(span: number, time: start), coding: isDue ? .encodedIDR : .dependent
                ))
        }
    }
}
