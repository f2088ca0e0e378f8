/// A rectangle in the recording's frame as it is displayed, in pixels from the upper left corner.
public struct FrameRectangle: Hashable, Sendable {
    /// The distance from the left edge, in 0..<16384.
    public let x: Int
    /// The distance from the upper edge, in 0..<16384.
    public let y: Int
    /// The width, in 1...16384.
    public let width: Int
    /// The height, in 1...16384.
    public let height: Int

    /// The maximum width and height.
    public static let maxSide = 16_384

    /// Creates a rectangle, or returns nil if a side is not in 1...16384 or a coordinate is not in 0..<16384.
    public init?(x: Int, y: Int, width: Int, height: Int) {
        let (sides, places) = (1...Self.maxSide, 0..<Self.maxSide)
        guard sides.contains(width), sides.contains(height), places.contains(x), places.contains(y) else { return nil }
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// Returns true if the rectangle lies within a frame of this size, in pixels.
    public func fits(width frameWidth: Int, height frameHeight: Int) -> Bool {
        x + width <= frameWidth && y + height <= frameHeight
    }
}

extension FrameRectangle: LosslessStringConvertible {
    /// Reads `640x360+100+50`: width, height, and the position of the upper left corner. Other accepted forms are
    /// `100,50,640,360` and `100,50,640x360` (position first, as in `--area`), and `640:360:100:50` (FFmpeg's
    /// crop filter).
    public init?(_ description: String) {
        let crop = description.split(separator: ":", omittingEmptySubsequences: false)
        if crop.count == 4 {
            self.init("\(crop[0])x\(crop[1])+\(crop[2])+\(crop[3])")
            return
        }
        let numbers = description.split(separator: ",", omittingEmptySubsequences: false)
        if numbers.count > 2 {
            let sides = numbers[2...].joined(separator: "x")
            self.init("\(sides)+\(numbers[0])+\(numbers[1])")
            return
        }
        let parts = description.split(separator: "+", omittingEmptySubsequences: false)
        let sides = parts[0].split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        let corner = parts.dropFirst().map { Int($0) }
        guard sides.count == 2, corner.count == 2, let width = sides[0], let height = sides[1], let x = corner[0],
            let y = corner[1]
        else { return nil }
        self.init(x: x, y: y, width: width, height: height)
    }

    /// The text `640x360+100+50`.
    public var description: String { "\(width)x\(height)+\(x)+\(y)" }
}
