package import ReplayLibrary

/// A comment with the time for which it is shown. A pure value.
///
/// A comment is shown for four seconds and the time to read it. At most three are shown at once. If a fourth one comes,
/// the oldest one ends.
package struct ShownComment: Equatable, Sendable {
    /// The time in milliseconds of the recording.
    package let range: Range<Int64>
    /// The author and the text in one line, at most `maxLength` characters.
    package let line: String

    /// The maximum number of comments that are shown at once.
    static let maxShown = 3
    /// The maximum number of characters of a comment.
    static let maxLength = 140
    /// The shortest time in milliseconds for which a comment is shown, and the time to read a character.
    private static let (base, perCharacter) = (Int64(4000), Int64(40))

    /// Returns comments with the times for which they are shown, by their beginnings.
    /// - Parameter comments: The comments, by their times.
    package static func layout(of comments: [RecordingComment]) -> [ShownComment] {
        let starts = comments.map { max(0, $0.time.converted(to: 1000, rounding: .nearest).value) }
        return comments.indices.compactMap { index in
            let line = CommentText.cut(comments[index].line, limit: maxLength)
            var end = starts[index] + base + Int64(line.count) * perCharacter
            if index + maxShown < starts.count { end = min(end, starts[index + maxShown]) }
            guard starts[index] < end else { return nil }
            return ShownComment(range: starts[index]..<end, line: line)
        }
    }
}
