import MediaTime
import ReplayMovie
import ReplayTimeline

/// A part of an edit that stands for all of it: some stretches, each as long as a GOP of the output.
///
/// The stretches of the edit are put in the order of what they take in the recording, and of each nth part one is taken
/// from about its middle: so what moves is in the sample as often as in the edit. It is the one that begins soonest after
/// a keyframe, for what is decoded before it costs time that the whole edit does not take.
struct EditSample {
    /// The sample.
    let edit: Edit
    /// Where its stretches begin in its edited time, ascending.
    let starts: [MediaTime]
    /// By how many bytes of the recording's frames all of the edit is larger.
    let scale: Double

    /// - Parameters:
    ///   - count: of the stretches.
    ///   - length: of each, in seconds.
    ///   - track: that of the recording's frames.
    /// - Returns: nil where the edit is no longer than that.
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

    /// What of the recording each stretch shows.
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
    /// The edit that keeps these ranges of what it keeps, which ascend, and nothing else.
    fileprivate func keeping(_ ranges: [TimeRange]) throws(EditError) -> Edit {
        guard let first = ranges.first, let last = ranges.last else { return self }
        let gaps = zip(ranges, ranges.dropFirst()).filter { $0.end < $1.start }
        return try applying(
            [.trim(TimeRange(start: first.start, end: last.end))]
                + gaps.map { .cut(TimeRange(start: $0.end, end: $1.start)) })
    }

    /// What of this is in the first seconds of its edited time.
    func beginning(seconds: Int64) throws(EditError) -> Edit {
        let end = MediaTime(value: seconds, timescale: 1)
        guard editedDuration > end, let last = clips.last(where: { $0.start < end }) else { return self }
        let left = last.recordingTime(at: end.converted(to: timescale, rounding: .up), rounding: .up)
        return try applying(.trim(TimeRange(start: trim.start, end: min(left, last.source.end))))
    }
}

extension MovieIndex.Track {
    /// What is decoded before the first of some ranges, in ticks.
    fileprivate func leadIn(of ranges: [TimeRange]) -> Int64 {
        guard let start = ranges.first?.start.converted(to: timescale, rounding: .nearest).value else { return .max }
        let next = samples.partitioningIndex { $0.dts > start }
        return samples[..<next].last { $0.isKeyframe }.map { start - $0.dts } ?? 0
    }

    /// Of the frames that are decoded in a range.
    fileprivate func bytes(in range: TimeRange) -> Int64 {
        let ticks = range.converted(to: timescale, rounding: .nearest)
        let first = samples.partitioningIndex { $0.dts >= ticks.start.value }
        let rest = samples[first...]
        return rest[..<rest.partitioningIndex { $0.dts >= ticks.end.value }].reduce(0) { $0 + Int64($1.size) }
    }
}
