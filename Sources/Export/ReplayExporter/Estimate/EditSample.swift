import MediaTime
import ReplayMovie
import ReplayTimeline

/// A sample of an edit: some pieces, each with the duration of a GOP of the output.
///
/// All pieces of the edit are sorted by their size in the recording, and divided into equal groups. One piece is chosen
/// from the middle half of each group, so the sample contains as much motion as the edit. It is the piece that begins
/// soonest after a keyframe. Decoding from the keyframe on takes time that the export of the whole edit does not need.
struct EditSample {
    /// The edit that contains only the sample.
    let edit: Edit
    /// The start times of the pieces in the sample's edited time, in ascending order.
    let starts: [MediaTime]
    /// The size of the recording's frames in the whole edit, divided by their size in the sample.
    let scale: Double

    /// - Parameters:
    ///   - count: The number of pieces.
    ///   - length: The duration of a piece, in seconds.
    ///   - track: The track of the recording's frames.
    /// - Returns: Nil if the edit is not longer than the sample.
    /// - Throws: `EditError`.
    init?(of edit: Edit, count: Int, length: Int64, track: MovieIndex.Track) throws(EditError) {
        let step = length * Int64(edit.timescale)
        let all = Int(edit.editedDuration.value / step)
        guard all > count else { return nil }
        let pieces = Self.pieces(of: edit, step: step, count: all)
        let sizes = pieces.map { piece in piece.reduce(0) { $0 + track.bytes(in: $1) } }
        let order = sizes.indices.sorted { sizes[$0] < sizes[$1] }
        let chosen = (0..<count).map { part in
            let first = (4 * part + 1) * all / (4 * count)
            let middle = order[first..<max(first + 1, (4 * part + 3) * all / (4 * count))]
            return middle.min { track.leadIn(of: pieces[$0]) < track.leadIn(of: pieces[$1]) } ?? order[first]
        }.sorted()
        let sampled = max(1, chosen.reduce(0) { $0 + sizes[$1] })
        scale = Double(max(1, sizes.reduce(0, +))) / Double(sampled)
        starts = chosen.indices.map { MediaTime(value: Int64($0) * step, timescale: edit.timescale) }
        self.edit = try edit.keeping(chosen.flatMap { pieces[$0] })
    }

    /// Returns the ranges of the recording that each piece shows.
    private static func pieces(of edit: Edit, step: Int64, count: Int) -> [[TimeRange]] {
        var pieces = [[TimeRange]](repeating: [], count: count)
        for clip in edit.clips {
            var start = clip.start.value
            let end = clip.edited.end.value
            while start < end, start / step < count {
                let next = min(end, (start / step + 1) * step)
                func recorded(_ time: Int64) -> MediaTime {
                    clip.recordingTime(at: MediaTime(value: time, timescale: edit.timescale))
                }
                let piece = TimeRange(start: recorded(start), end: recorded(next))
                if !piece.isEmpty { pieces[Int(start / step)].append(piece) }
                start = next
            }
        }
        return pieces
    }
}

extension Edit {
    /// Returns the edit that keeps only these ranges, which are ascending parts of its kept ranges.
    fileprivate func keeping(_ ranges: [TimeRange]) throws(EditError) -> Edit {
        guard let first = ranges.first, let last = ranges.last else { return self }
        let gaps = zip(ranges, ranges.dropFirst()).filter { $0.end < $1.start }
        return try applying(
            [.trim(TimeRange(start: first.start, end: last.end))]
                + gaps.map { .cut(TimeRange(start: $0.end, end: $1.start)) })
    }

    /// Returns the edit's part in the first seconds of its edited time.
    func beginning(seconds: Int64) throws(EditError) -> Edit {
        let end = MediaTime(value: seconds, timescale: 1)
        guard editedDuration > end, let last = clips.last(where: { $0.start < end }) else { return self }
        let left = last.recordingTime(at: end.converted(to: timescale, rounding: .up), rounding: .up)
        return try applying(.trim(TimeRange(start: trim.start, end: min(left, last.source.end))))
    }
}

extension MovieIndex.Track {
    /// Returns the time from the last keyframe to the start of the first range, in ticks.
    fileprivate func leadIn(of ranges: [TimeRange]) -> Int64 {
        guard let start = ranges.first?.start.converted(to: timescale, rounding: .nearest).value else { return .max }
        let next = samples.partitioningIndex { $0.dts > start }
        return samples[..<next].last { $0.isKeyframe }.map { start - $0.dts } ?? 0
    }

    /// Returns the size of the frames whose DTS lies in a range, in bytes.
    fileprivate func bytes(in range: TimeRange) -> Int64 {
        let ticks = range.converted(to: timescale, rounding: .nearest)
        let first = samples.partitioningIndex { $0.dts >= ticks.start.value }
        let rest = samples[first...]
        return rest[..<rest.partitioningIndex { $0.dts >= ticks.end.value }].reduce(0) { $0 + Int64($1.size) }
    }
}
