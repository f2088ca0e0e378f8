import Foundation

/// The pixels of a frame that are not grey.
public struct ColouredPixels: Sendable {
    /// The number of these pixels.
    public private(set) var count = 0
    /// The number of these pixels that are closer to red than to yellow.
    public private(set) var redCount = 0
    /// The distance of the farthest pixel from a place, in pixels.
    public private(set) var farthest = 0.0
    private var sum = (x: 0, y: 0)

    /// The mean position; nil if there are no such pixels.
    public var middle: (x: Int, y: Int)? { count == 0 ? nil : (sum.x / count, sum.y / count) }

    /// - Parameters:
    ///   - frame: The pixels, three bytes each: red, green and blue.
    ///   - width: The width of a row, in pixels.
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
