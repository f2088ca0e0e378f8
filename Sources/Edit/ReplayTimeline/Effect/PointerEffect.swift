public import MediaTime

/// An effect that shows the pointer in a range of the recording. It uses the pointer data of the recording.
public struct PointerEffect: Hashable, Sendable {
    /// The shapes to draw.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A soft disc around the pointer, wherever it is.
        case highlight
        /// A ring that grows and fades around each position at which a button is pressed.
        case clicks
    }

    /// The shape to draw.
    public let kind: Kind
    /// The range, in the recording's time. A click must begin in the range. Its ring ends with the range at the latest.
    public let range: TimeRange

    /// Creates an effect.
    public init(_ kind: Kind, during range: TimeRange) { (self.kind, self.range) = (kind, range) }
}
