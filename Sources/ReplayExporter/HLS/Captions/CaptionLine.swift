/// A line of a file of captions.
struct CaptionLine {
    /// Counted from 1.
    let number: Int
    let text: String

    /// Whether it says when a cue is shown: nothing else may hold an arrow.
    var isTiming: Bool { text.contains("-->") }
}
