package import MediaTime
import ReplayLibrary
package import ReplayMovie

/// A range of the output's frames that can be rendered alone: the whole output, or a chunk of it.
package struct FrameStretch: Sendable, Equatable {
    /// The spans, in the order of the output, without gaps.
    package var spans: [VideoSpan]
    /// The range in the output, in its ticks.
    package var range: Range<Int64>
    /// The `idr_pic_id` of the frame before the range, if that is a copied IDR.
    package var idBefore: UInt32?
    /// The `idr_pic_id` of the frame after the range, if that is a copied IDR.
    package var idAfter: UInt32?

    package init(spans: [VideoSpan], range: Range<Int64>, idBefore: UInt32? = nil, idAfter: UInt32? = nil) {
        self.spans = spans
        self.range = range
        self.idBefore = idBefore
        self.idAfter = idAfter
    }
}

extension ExportPlan {
    /// The whole output.
    package var stretch: FrameStretch { FrameStretch(spans: frames, range: 0..<durationTicks) }

    /// Returns the spans of a part of the output.
    /// - Parameters:
    ///   - first: The first frame of the part, an IDR of the output.
    ///   - end: The first frame of the next part, an IDR if frames are copied. Nil if there is no next part.
    ///   - track: The track of the recording's frames.
    ///   - keyframes: The times at which decoding can begin, ascending.
    package func spans(
        from first: FramePosition, to end: FramePosition?, track: MovieIndex.Track, keyframes: [MediaTime]
    ) -> [VideoSpan] {
        (first.span...(end?.span ?? frames.count - 1)).compactMap { number in
            var span = frames[number]
            if number == end?.span { span.drop(from: end?.time ?? .max, in: track) }
            if number == first.span { span.drop(before: first.time, in: track, keyframes: keyframes) }
            return span.source.isEmpty ? nil : span
        }
    }
}

extension VideoSpan {
    /// Removes the frames from a time on.
    /// - Parameter time: The time, in ticks of the track. If frames are copied, it is the time of an IDR.
    fileprivate mutating func drop(from time: Int64, in track: MovieIndex.Track) {
        let end = time > firstTick(track) ? MediaTime(value: time, timescale: track.timescale) : source.start
        source = TimeRange(start: source.start, end: min(end, source.end))
        guard case .copy(let samples) = action else { return }
        action = .copy(samples: samples.lowerBound..<Self.place(of: time, in: samples, track))
    }

    /// Removes the frames before a time.
    /// - Parameter time: The time of an IDR, in ticks of the track.
    fileprivate mutating func drop(before time: Int64, in track: MovieIndex.Track, keyframes: [MediaTime]) {
        let first = firstTick(track)
        guard time > first else { return }
        let begin = MediaTime(value: time, timescale: track.timescale)
        source = TimeRange(start: min(begin, source.end), end: source.end)
        switch action {
        // A splice has an IDR only at its beginning, so there is nothing to remove.
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

    /// Returns the index of an IDR's sample. GOPs are closed, so samples before the IDR in decoding order are shown
    /// before it, and no later ones are.
    private static func place(of idr: Int64, in samples: Range<Int>, _ track: MovieIndex.Track) -> Int {
        track.samples[samples].partitioningIndex { $0.pts >= idr }
    }
}

/// The position of a frame in a plan.
package struct FramePosition: Sendable, Equatable {
    /// The index of its span in the plan.
    package var span: Int
    /// The time from which it is shown, in ticks of the recording's track.
    package var time: Int64
}
