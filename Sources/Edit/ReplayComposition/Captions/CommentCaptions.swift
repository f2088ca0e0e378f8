import MediaTime
package import ReplayLibrary

/// The layout of comments as captions: when each comment is shown, and together with which others. A pure value.
///
/// A comment is shown for four seconds and the time to read it. At most three are shown at once. If a fourth one comes,
/// the oldest one ends.
struct CommentCaptions {
    /// The maximum number of comments that are shown at once.
    static let maxShown = 3
    /// The maximum number of characters of a comment in a caption.
    static let maxLength = 140
    /// The shortest time in milliseconds for which a comment is shown, and the time to read a character.
    static let (base, perCharacter) = (Int64(4000), Int64(40))

    private struct Shown {
        let range: Range<Int64>
        let line: String
    }

    /// The cues, by their times. They do not overlap.
    let cues: [Captions.Cue]

    /// - Parameter comments: The comments, by their times.
    init(_ comments: [RecordingComment]) {
        let starts = comments.map { max(0, $0.time.converted(to: 1000, rounding: .nearest).value) }
        let shown = comments.indices.map { index in
            let line = CommentText.cut(comments[index].line, limit: Self.maxLength)
            var end = starts[index] + Self.base + Int64(line.count) * Self.perCharacter
            if index + Self.maxShown < starts.count { end = min(end, starts[index + Self.maxShown]) }
            return Shown(range: starts[index]..<max(starts[index], end), line: line)
        }
        cues = Self.cues(shown.filter { !$0.range.isEmpty })
    }

    /// Divides the time at each start and end of a comment.
    private static func cues(_ comments: [Shown]) -> [Captions.Cue] {
        let times = Set(comments.flatMap { [$0.range.lowerBound, $0.range.upperBound] }).sorted()
        var (next, current) = (0, [Shown]())
        return zip(times, times.dropFirst()).compactMap { start, end in
            while next < comments.count, comments[next].range.lowerBound <= start {
                current.append(comments[next])
                next += 1
            }
            current.removeAll { $0.range.upperBound <= start }
            guard !current.isEmpty else { return nil }
            let range = TimeRange(start: .milliseconds(start), end: .milliseconds(end))
            return Captions.Cue(range: range, lines: current.map { CaptionFormat.escaped($0.line) })
        }
    }
}

extension Captions {
    /// Creates captions from the comments of a recording.
    /// - Parameter comments: The comments, by their times.
    package init(_ comments: [RecordingComment]) { self.init(cues: CommentCaptions(comments).cues) }
}
