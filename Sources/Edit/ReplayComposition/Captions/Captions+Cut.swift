package import MediaTime
package import ReplayTimeline

extension Captions {
    /// Returns the captions of the edit. Captions in removed ranges are left out. A cue that continues after a removed
    /// range stays one cue if its parts touch.
    /// - Parameters:
    ///   - clips: The clips of the edit, in the order of the recording.
    ///   - duration: The duration of the edit.
    package func cut(to clips: [Clip], duration: MediaTime) -> Captions {
        let stretches = clips.map(CaptionStretch.init)
        let end = duration.converted(to: 1000, rounding: .up).value
        let moved = cues.flatMap { cue in cue.pieces(in: stretches).compactMap { cue.cut(to: $0, end: end) } }
        return Captions(header: header, cues: moved.sorted { $0.range.start < $1.range.start })
    }
}

/// A part of a cue that the edit shows without interruption.
private struct CuePiece {
    var range: Range<Int64>
    /// The clips that the piece covers.
    var stretches: [CaptionStretch]

    /// Returns the time in the edit of an instant of the recording, or of the next instant that the piece contains.
    /// Returns nil if that time is not inside the piece.
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
