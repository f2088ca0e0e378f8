/// A line of a file of captions.
struct CaptionLine {
    /// Counted from 1.
    let number: Int
    let text: String

    /// Whether it says when a cue is shown: nothing else may hold an arrow.
    var isTiming: Bool { arrow != nil }

    /// The arrow between its times: by bytes, as a player looks for it, for a combining mark may follow it.
    var arrow: Range<String.Index>? { text.utf8.firstRange(of: "-->".utf8) }
}
