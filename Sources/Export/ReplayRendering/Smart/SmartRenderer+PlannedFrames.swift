import MediaTime
import ReplayLibrary
import ReplayMovie

extension SmartRenderer {
    package func forEachPlannedFrame(_ body: (PlannedFrame) throws -> Void) throws {
        let keyframes = try SpanKeyframes(self)
        for (number, span) in plan.frames.enumerated() {
            switch span.action {
            case .copy(let samples): try forEachPlannedFrame(samples, of: span, number: number, body: body)
            case .splice(let splice): try forEachPlannedFrame(splice, of: span, number: number, body: body)
            case .encode: try forEachPlannedFrame(span, number: number, keyframes: keyframes, body: body)
            }
        }
    }

    private func forEachPlannedFrame(
        _ samples: Range<Int>, of span: VideoSpan, number: Int, body: (PlannedFrame) throws -> Void
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

    private func forEachPlannedFrame(
        _ splice: Splice, of span: VideoSpan, number: Int, body: (PlannedFrame) throws -> Void
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

    private func forEachPlannedFrame(
        _ span: VideoSpan, number: Int, keyframes: SpanKeyframes, body: (PlannedFrame) throws -> Void
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
