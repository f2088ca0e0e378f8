public import MediaTime

/// A comment of a viewer on a recording: one line of `comments.jsonl`.
public struct RecordingComment: Codable, Equatable, Sendable {
    /// The time of the comment, on the recording's clock.
    public var time: MediaTime
    /// The name of the author, at most 80 characters in one line; nil if it is not known.
    public var author: String?
    /// The text, at most 500 characters in one line.
    public var text: String

    /// Creates a comment. Control characters and bidirectional controls are removed from both texts, and longer texts
    /// are cut.
    /// - Returns: Nil if nothing of the text is left.
    package init?(time: MediaTime, author: String?, text: String) {
        let shown = CommentText.line(text, limit: Self.maxTextLength)
        guard !shown.isEmpty else { return nil }
        let name = author.map { CommentText.line($0, limit: Self.maxAuthorLength) } ?? ""
        (self.time, self.author, self.text) = (time, name.isEmpty ? nil : name, shown)
    }

    /// The comment for users: `AUTHOR: TEXT`, or the text alone.
    package var line: String { author.map { "\($0): \(text)" } ?? text }

    /// The largest number of characters in a text and in an author's name.
    package static let (maxTextLength, maxAuthorLength) = (500, 80)
    package static let fileName = "comments.jsonl"
    /// The largest size of the file, in bytes. It protects the disk from a source that sends comments without end.
    package static let maxFileSize: Int64 = 16 << 20
}
