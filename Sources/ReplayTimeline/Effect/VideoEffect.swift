public import MediaTime

/// What is hidden of the frames of a range of the recording, and how.
public struct VideoEffect: Hashable, Sendable {
    /// How. Nothing of what is hidden can be recovered from what is shown instead.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Nothing is left: it is black.
        case cover
        /// Colours that run into each other are left, made of four averages.
        case blur
        /// The same in squares.
        case pixelate
    }

    /// How it is hidden.
    public let kind: Kind
    /// When, in the recording's own time.
    public let range: TimeRange
    /// What part of the frame; nil: all of it.
    public let rectangle: FrameRectangle?

    /// Sets its properties.
    public init(_ kind: Kind, _ range: TimeRange, _ rectangle: FrameRectangle? = nil) {
        (self.kind, self.range, self.rectangle) = (kind, range, rectangle)
    }
}
