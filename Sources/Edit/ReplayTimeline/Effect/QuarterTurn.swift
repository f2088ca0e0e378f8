/// A rotation of frames, in clockwise degrees.
public enum QuarterTurn: Int, Hashable, Sendable, CaseIterable {
    /// No rotation.
    case none = 0
    /// A quarter turn clockwise.
    case right = 90
    /// Half a turn.
    case half = 180
    /// A quarter turn counterclockwise.
    case left = 270
}
