import MediaTime
import ReplayLibrary
import ReplayMovie

extension SmartRenderer {
    package func foresee(_ body: (PlannedFrame) throws -> Void) throws {
        let keyframes = try SpanKeyframes(self)
        for (number, span) in plan.frames.enumerated() {
            switch span.action {
            case .copy(let samples): try foresee(samples, of: span, number, body)
            case .splice(let splice): try foresee(splice, of: span, number, body)
            case .encode: try foresee(span, number, keyframes, body)
            }
        }
    }

    private func foresee(
        _ samples: Range<Int>, of span: VideoSpan, _ number: Int, _ body: (PlannedFrame) throws -> Void
    ) throws {
        let track = movie.index.tracks[videoTrack]
        let first = span.source.start.converted(to: track.timescale, rounding: .nearest).value
        let times = span.outputTimes(of: track.samples[samples], timescale: track.timescale)
        for (sample, time) in zip(samples, times) {
            let start = sample == samples.lowerBound ? first : track.samples[sample].pts
            try body(
                PlannedFrame(
                    time: time, place: FramePosition(span: number, time: start),
                    coding: video.gops.idrPicID(ofSample: sample).map { .copiedIDR($0) } ?? .dependent))
        }
    }

    private func foresee(
        _ splice: Splice, of span: VideoSpan, _ number: Int, _ body: (PlannedFrame) throws -> Void
    ) throws {
        let track = movie.index.tracks[videoTrack]
        let samples = (splice.leading + splice.samples).map { track.samples[$0] }
        let first = span.source.start.converted(to: track.timescale, rounding: .nearest).value
        let times = span.outputTimes(of: samples, timescale: track.timescale)
        // If frames are shown before the IDR, no chunk begins at the IDR itself: those frames are decoded together with
        // it.
        for (place, (sample, time)) in zip(samples, times).enumerated() {
            try body(
                PlannedFrame(
                    time: time, place: FramePosition(span: number, time: place == 0 ? first : sample.pts),
                    coding: place == 0 ? .encodedIDR : .dependent))
        }
    }

    private func foresee(
        _ span: VideoSpan, _ number: Int, _ keyframes: SpanKeyframes, _ body: (PlannedFrame) throws -> Void
    ) throws {
        let frames = try keyframes.frames(of: span)
        var due = SpanKeyframes.times(among: frames, end: span.endTicks)[...]
        for (recorded, shown) in frames {
            let isDue = shown == due.first
            if isDue { due.removeFirst() }
            try body(
                PlannedFrame(
                    time: shown, place: FramePosition(span: number, time: recorded),
                    coding: isDue ? .encodedIDR : .dependent))
        }
    }
}
