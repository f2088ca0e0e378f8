/// The reason why a message is not kept as a comment, as a clause without the message itself.
struct CommentFault: Error, Equatable {
    let reason: String

    static let tooLong = CommentFault(reason: "it is longer than \(LineSplitter.maxLength >> 10) KB")
    static let notUTF8 = CommentFault(reason: "it is not UTF-8")
    static let notJSON = CommentFault(reason: "it is not JSON")
    static let notObject = CommentFault(reason: "it is not a JSON object")
    static let noText = CommentFault(reason: "it has no “text”")
    static let notText = CommentFault(reason: "“text” or “author” is not a text")
    static let invalidTime = CommentFault(
        reason: "“time” is neither a number of seconds of the recording nor a date such as 2026-05-04T12:30:00Z")
    static let tooOld = CommentFault(reason: "it is older than the recording")
    static let empty = CommentFault(reason: "its text is empty")
    static let binary = CommentFault(reason: "it is a binary message")
    static let tooMany = CommentFault(reason: "too many comments come at once")
    static let full = CommentFault(reason: "the recording has 16 MiB of comments, which is the maximum")
}
