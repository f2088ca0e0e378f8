/// A point in the recording's frame as it is displayed, in pixels from the upper left corner.
public struct FramePoint: Hashable, Sendable {
    /// The distance from the left edge, in 0...16384.
    public let x: Int
    /// The distance from the upper edge, in 0...16384.
    public let y: Int

    /// Creates a point, or returns nil if a coordinate is not in 0...16384.
    public init?(x: Int, y: Int) {
        let places = 0...FrameRectangle.maxSide
        guard places.contains(x), places.contains(y) else { return nil }
        (self.x, self.y) = (x, y)
    }
}

extension FramePoint: LosslessStringConvertible {
    /// Reads `100,50`, or returns nil for any other text.
    public init?(_ description: String) {
        let numbers = description.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1] else { return nil }
        self.init(x: x, y: y)
    }

    /// The text `100,50`.
    public var description: String { "\(x),\(y)" }
}
