/// The comments of a broadcast so far.
public struct CommentSummary: Codable, Equatable, Sendable {
    /// A comment for display.
    public struct Comment: Codable, Equatable, Sendable {
        /// The time on the recording's clock, in seconds.
        public var time: Double
        /// The name of the author; nil if it is not known.
        public var author: String?
        /// The text in one line.
        public var text: String

        package init(time: Double, author: String?, text: String) {
            (self.time, self.author, self.text) = (time, author, text)
        }

        /// The comment in one line: `AUTHOR: TEXT`, or the text alone.
        public var line: String { author.map { "\($0): \(text)" } ?? text }
    }

    /// The source for users, without secrets.
    public var source: String
    /// The number of comments that are kept with the recording.
    public var kept = 0
    /// The number of messages that were refused, because they are no comments or too long.
    public var refused = 0
    /// The number of comments that were dropped, because too many came at once.
    public var dropped = 0
    /// The different reasons of refusals and drops as clauses, in the order in which they first occurred.
    public var faults: [String] = []
    /// The latest comment; nil if there was none.
    public var latest: Comment?

    package init(source: String) { self.source = source }
}
