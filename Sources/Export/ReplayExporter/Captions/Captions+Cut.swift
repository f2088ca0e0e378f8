import MediaTime
import ReplayTimeline

extension Captions {
    /// The captions as the edit shows them: what falls to removed stretches is left out, and a cue that goes on after
    /// a removed stretch stays one cue, where its parts touch.
    /// - Parameters:
    ///   - clips: the edit's, in the order of the recording.
    ///   - duration: how long the edit is.
    func cut(to clips: [Clip], duration: MediaTime) -> Captions {
        let stretches = clips.map(CaptionStretch.init)
        let end = duration.converted(to: 1000, rounding: .up).value
        let moved = cues.flatMap { cue in cue.pieces(in: stretches).compactMap { cue.cut(to: $0, end: end) } }
        return Captions(header: header, cues: moved.sorted { $0.range.start < $1.range.start })
    }
}

/// A part of a cue that the edit shows without a break.
private struct CuePiece {
    var range: Range<Int64>
    /// The clips that it goes over.
    var stretches: [CaptionStretch]

    /// Where an instant of the recording stands in it, or the next one that it keeps; `nil` where that is not inside.
    func edited(_ time: MediaTime) -> MediaTime? {
        let index = stretches.partitioningIndex { $0.ends(after: time.value) }
        guard index < stretches.endIndex else { return nil }
        let place = stretches[index].edited(from: time.value)
        return range.lowerBound < place && place < range.upperBound ? .milliseconds(place) : nil
    }
}

extension Captions.Cue {
    fileprivate func pieces(in stretches: [CaptionStretch]) -> [CuePiece] {
        var pieces: [CuePiece] = []
        let first = stretches.partitioningIndex { $0.ends(after: range.start.value) }
        for stretch in stretches[first...].prefix(while: { !$0.starts(from: range.end.value) }) {
            let shown = stretch.edited(range)
            if shown.isEmpty { continue }
            if let last = pieces.indices.last, pieces[last].range.upperBound == shown.lowerBound {
                pieces[last].range = pieces[last].range.lowerBound..<shown.upperBound
                pieces[last].stretches.append(stretch)
            } else {
                pieces.append(CuePiece(range: shown, stretches: [stretch]))
            }
        }
        return pieces
    }

    fileprivate func cut(to piece: CuePiece, end: Int64) -> Self? {
        let shown = piece.range.clamped(to: 0..<end)
        guard !shown.isEmpty else { return nil }
        var cue = self
        cue.range = TimeRange(start: .milliseconds(shown.lowerBound), end: .milliseconds(shown.upperBound))
        cue.lines = movingTimestamps { piece.edited($0) }
        return cue
    }
}
