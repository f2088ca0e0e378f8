/// A rectangle of pixels: a window on the screen, or a part of a canvas.
public struct PixelRectangle: Hashable, Sendable {
    /// The size.
    public let width, height: Int
    /// The position of the upper left corner.
    public let x, y: Int

    /// Creates a rectangle.
    public init(width: Int, height: Int, x: Int, y: Int) {
        self.width = width
        self.height = height
        self.x = x
        self.y = y
    }
}

extension PixelRectangle: LosslessStringConvertible {
    /// Parses X11's notation, `1280x720+100+50` or `1280x720`. The sides are in 1...16384.
    public init?(_ description: String) {
        let parts = description.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        let sides = parts[0].split(separator: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
        let corner = parts.dropFirst().compactMap { Int($0) }
        guard sides.count == 2, sides.allSatisfy((1...16384).contains), [1, 3].contains(parts.count),
            corner.count == parts.count - 1
        else { return nil }
        self.init(width: sides[0], height: sides[1], x: corner.first ?? 0, y: corner.last ?? 0)
    }

    /// X11's notation, such as `1280x720+100+50`.
    public var description: String { "\(width)x\(height)+\(x)+\(y)" }
}
