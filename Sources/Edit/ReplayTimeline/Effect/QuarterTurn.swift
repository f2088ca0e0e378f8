/// By how much frames are turned, in clockwise degrees.
public enum QuarterTurn: Int, Hashable, Sendable, CaseIterable {
    /// Not at all.
    case none = 0
    /// To the right.
    case right = 90
    /// Upside down.
    case half = 180
    /// To the left.
    case left = 270
}
