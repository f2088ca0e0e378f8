/// How the pixels of a plane lie in memory, a byte a pixel.
public struct PlaneShape: Hashable, Sendable {
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Bytes from the beginning of one row to that of the next.
    public let stride: Int

    /// A shape; rows follow one another without a gap when no stride is given.
    ///
    /// - Precondition: the sides are positive, and `stride >= width`.
    public init(width: Int, height: Int, stride: Int? = nil) {
        precondition(width > 0 && height > 0 && (stride ?? width) >= width, "no such plane")
        self.width = width
        self.height = height
        self.stride = stride ?? width
    }

    /// The mean brightness of a rectangle, times 256, or `nil` where it is not wholly in the plane.
    func mean(of plane: Span<UInt8>, columns: Range<Int>, rows: Range<Int>) -> Int? {
        guard columns.lowerBound >= 0, rows.lowerBound >= 0, columns.upperBound <= width,
            rows.upperBound <= height
        else { return nil }
        var sum = 0
        for row in rows {
            for column in columns { sum += Int(plane[row * stride + column]) }
        }
        return sum * 256 / (columns.count * rows.count)
    }
}
