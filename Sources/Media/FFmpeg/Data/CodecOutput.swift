/// The result of asking a codec for its next output.
package enum CodecOutput<Element> {
    /// The next output.
    case next(Element)
    /// No output before the codec gets more input.
    case again
    /// No more output: the codec has received the end of the stream and returned everything.
    case end
}

extension CodecOutput: Sendable where Element: Sendable {}
