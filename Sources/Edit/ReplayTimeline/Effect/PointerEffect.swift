public import MediaTime

/// How the pointer is shown in a range of the recording, by what was noted of it while it was recorded.
public struct PointerEffect: Hashable, Sendable {
    /// What is drawn.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A soft disc around the pointer, wherever it is.
        case highlight
        /// A ring that grows and fades around each place where a button is pressed.
        case clicks
    }

    /// What is drawn.
    public let kind: Kind
    /// When, in the recording's own time. Of a click that is its beginning; its ring ends with the range at the latest.
    public let range: TimeRange

    /// Sets its properties.
    public init(_ kind: Kind, _ range: TimeRange) { (self.kind, self.range) = (kind, range) }
}
