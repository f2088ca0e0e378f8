/// The memory layout of a plane with one byte per pixel.
public struct PlaneShape: Hashable, Sendable {
    /// The number of pixels in a row.
    public let width: Int
    /// The number of rows.
    public let height: Int
    /// The distance between the beginnings of two rows, in bytes.
    public let stride: Int

    /// Creates a shape. Rows have no padding by default.
    ///
    /// - Precondition: The sides are positive, and `stride >= width`.
    public init(width: Int, height: Int, stride: Int? = nil) {
        precondition(width > 0 && height > 0 && (stride ?? width) >= width, "no such plane")
        self.width = width
        self.height = height
        self.stride = stride ?? width
    }

    /// Returns the mean luma of a rectangle, times 256, or nil if it is not completely in the plane.
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
