import MediaTime
import ReplayLibrary
import ReplayMovie

/// A stretch of the output's frames that can be rendered by itself: all of them, or a chunk.
struct FrameStretch: Sendable, Equatable {
    /// In the order of the output, without holes.
    var spans: [VideoSpan]
    /// Where it stands in the output, in its ticks.
    var range: Range<Int64>
    /// The id of the frame before it, where that is a copied IDR.
    var idBefore: UInt32?
    /// The id of the frame after it, where that is a copied IDR.
    var idAfter: UInt32?
}

extension ExportPlan {
    /// All of the output.
    var stretch: FrameStretch { FrameStretch(spans: frames, range: 0..<durationTicks) }

    /// A part of the spans.
    /// - Parameters:
    ///   - first: an IDR of the output.
    ///   - end: where the next part begins, an IDR where frames are copied; nil: there is none.
    ///   - track: that of the recording's frames.
    ///   - keyframes: at which decoding can begin, ascending.
    func spans(
        from first: FramePosition, to end: FramePosition?, track: MovieIndex.Track, keyframes: [MediaTime]
    ) -> [VideoSpan] {
        (first.span...(end?.span ?? frames.count - 1)).compactMap { number in
            var span = frames[number]
            if number == end?.span { span.drop(from: end?.time ?? .max, track) }
            if number == first.span { span.drop(before: first.time, track, keyframes) }
            return span.source.isEmpty ? nil : span
        }
    }
}

extension VideoSpan {
    /// - Parameter time: in ticks of the track; an IDR, where frames are copied.
    fileprivate mutating func drop(from time: Int64, _ track: MovieIndex.Track) {
        let end = time > firstTick(track) ? MediaTime(value: time, timescale: track.timescale) : source.start
        source = TimeRange(start: source.start, end: min(end, source.end))
        guard case .copy(let samples) = action else { return }
        action = .copy(samples: samples.lowerBound..<Self.place(of: time, in: samples, track))
    }

    /// - Parameter time: an IDR, in ticks of the track.
    fileprivate mutating func drop(before time: Int64, _ track: MovieIndex.Track, _ keyframes: [MediaTime]) {
        let first = firstTick(track)
        guard time > first else { return }
        let begin = MediaTime(value: time, timescale: track.timescale)
        source = TimeRange(start: min(begin, source.end), end: source.end)
        switch action {
        // It is an IDR at its beginning alone.
        case .splice: break
        case .copy(let samples): action = .copy(samples: Self.place(of: time, in: samples, track)..<samples.upperBound)
        case .encode(let reason, _):
            let later = keyframes.partitioningIndex { $0 > begin }
            action = .encode(reason, decodeFrom: later > 0 ? keyframes[later - 1] : keyframes.first ?? .zero)
        }
    }

    private func firstTick(_ track: MovieIndex.Track) -> Int64 {
        source.start.converted(to: track.timescale, rounding: .nearest).value
    }

    /// Groups are closed: whatever is decoded before an IDR is shown before it, and nothing after it is.
    private static func place(of idr: Int64, in samples: Range<Int>, _ track: MovieIndex.Track) -> Int {
        track.samples[samples].partitioningIndex { $0.pts >= idr }
    }
}

/// A frame of a plan: from where in the recording it is shown.
struct FramePosition: Sendable, Equatable {
    /// The place of its span among the plan's.
    var span: Int
    /// In ticks of the recording's track.
    var time: Int64
}
