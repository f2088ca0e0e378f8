/// A piece of data from a source of comments.
enum CommentInput: Equatable, Sendable {
    /// A line without its line end.
    case line([UInt8])
    /// A line that was in the file before the broadcast began. It counts only if it has a time of the recording.
    case oldLine([UInt8])
    /// Data that cannot be a comment.
    case fault(CommentFault)
}
