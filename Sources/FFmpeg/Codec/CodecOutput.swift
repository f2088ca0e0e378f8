/// What a codec gives when asked for its next piece.
package enum CodecOutput<Element> {
    /// The next piece.
    case next(Element)
    /// Nothing before it has been given more.
    case again
    /// Nothing any more: it was told of the end and has given all.
    case end
}

extension CodecOutput: Sendable where Element: Sendable {}
