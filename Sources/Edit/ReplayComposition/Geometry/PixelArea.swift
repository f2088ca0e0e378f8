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

    /// Returns an area of a frame that is scaled to a place on another frame. It covers at least all of that area.
    /// - Parameter size: The size of the frame.
    func moved(to place: PixelArea, from size: (width: Int, height: Int)) -> PixelArea? {
        let scaled = PixelArea(
            scaling: x..<x + width, y..<y + height, from: size, to: (place.width, place.height))
        return scaled.map { PixelArea(x: $0.x + place.x, y: $0.y + place.y, width: $0.width, height: $0.height) }
    }

    /// Returns an area between this one and another one.
    /// - Parameter progress: The part of the way, in 0...1.
    func between(_ other: PixelArea, progress: Double) -> PixelArea {
        func even(_ path: KeyPath<PixelArea, Int>) -> Int {
            let (from, to) = (self[keyPath: path], other[keyPath: path])
            return from + Int(saturating: (Double(to - from) * progress / 2).rounded()) * 2
        }
        return PixelArea(x: even(\.x), y: even(\.y), width: even(\.width), height: even(\.height))
    }

    func contains(x: Int, y: Int) -> Bool { x >= self.x && x < self.x + width && y >= self.y && y < self.y + height }

    /// Returns the common part of two areas, or nil if there is none.
    func intersection(_ other: PixelArea) -> PixelArea? {
        let (left, top) = (max(x, other.x), max(y, other.y))
        let (right, bottom) = (min(x + width, other.x + other.width), min(y + height, other.y + other.height))
        guard left < right, top < bottom else { return nil }
        return PixelArea(x: left, y: top, width: right - left, height: bottom - top)
    }
}
