import Foundation

/// The pixels of a frame that are no grey.
public struct ColouredPixels: Sendable {
    /// How many there are.
    public private(set) var count = 0
    /// How many of them are rather red than yellow.
    public private(set) var redCount = 0
    /// How far the farthest is from a place, in pixels.
    public private(set) var farthest = 0.0
    private var sum = (x: 0, y: 0)

    /// Their mean place; nil where there are none.
    public var middle: (x: Int, y: Int)? { count == 0 ? nil : (sum.x / count, sum.y / count) }

    /// - Parameters:
    ///   - frame: three bytes a pixel: red, green, blue.
    ///   - width: of a row, in pixels.
    public init(_ frame: Data, width: Int, around place: (x: Int, y: Int)) {
        frame.withUnsafeBytes { bytes in
            for pixel in 0..<bytes.count / 3 {
                let (red, green, blue) = (Int(bytes[pixel * 3]), Int(bytes[pixel * 3 + 1]), Int(bytes[pixel * 3 + 2]))
                guard max(red, green, blue) - min(red, green, blue) > 24 else { continue }
                let (x, y) = (pixel % width, pixel / width)
                count += 1
                if red - green > 60 { redCount += 1 }
                sum = (sum.x + x, sum.y + y)
                let (across, down) = (Double(x - place.x), Double(y - place.y))
                farthest = max(farthest, (across * across + down * down).squareRoot())
            }
        }
    }
}
