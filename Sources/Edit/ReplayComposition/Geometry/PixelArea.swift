/// A part of a 4:2:0 frame that consists of whole chroma samples: all values are even.
package struct PixelArea: Sendable, Hashable {
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// - Returns: Nil if the area lies outside the frame.
    package init?(
        scaling columns: Range<Int>, _ rows: Range<Int>, from: (width: Int, height: Int), to: (width: Int, height: Int)
    ) {
        let (left, right) = Self.scaled(columns, from: from.width, to: to.width)
        let (top, bottom) = Self.scaled(rows, from: from.height, to: to.height)
        guard left < right, top < bottom else { return nil }
        self.init(x: left, y: top, width: right - left, height: bottom - top)
    }

    private static func scaled(_ range: Range<Int>, from: Int, to: Int) -> (Int, Int) {
        let start = max(0, range.lowerBound) * to / from & ~1
        let end = (max(0, range.upperBound) * to + from - 1) / from
        return (start, min((end + 1) & ~1, to))
    }

    /// Returns the area's position in a frame of this size that shows only a part of the original. Returns nil if the
    /// area is not visible.
    func seen(through window: PixelArea, in size: (width: Int, height: Int)) -> PixelArea? {
        let (left, top) = (x - window.x, y - window.y)
        return PixelArea(
            scaling: left..<left + width, top..<top + height, from: (window.width, window.height), to: size)
    }
}
