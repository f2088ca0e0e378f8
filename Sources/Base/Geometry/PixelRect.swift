/// A rectangle of pixels: columns `x0..<x1` and rows `y0..<y1`.
package struct PixelRect: Hashable, Sendable {
    package var x0: Int
    package var y0: Int
    package var x1: Int
    package var y1: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        (x0, y0, x1, y1) = (x, y, x + width, y + height)
    }

    /// Creates the rectangle that covers a whole frame.
    package init(_ size: PixelSize) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    package var width: Int { max(0, x1 - x0) }
    package var height: Int { max(0, y1 - y0) }
    package var area: Int { width * height }
    package var isEmpty: Bool { x1 <= x0 || y1 <= y0 }

    /// Returns the pixels that both rectangles contain. The result is empty if there are none.
    package func intersection(_ other: PixelRect) -> PixelRect {
        let (left, top) = (max(x0, other.x0), max(y0, other.y0))
        return PixelRect(
            x: left, y: top,
            width: max(0, min(x1, other.x1) - left), height: max(0, min(y1, other.y1) - top))
    }

    package func intersects(_ other: PixelRect) -> Bool {
        !intersection(other).isEmpty
    }

    package func contains(_ other: PixelRect) -> Bool {
        intersection(other) == other
    }

    package func contains(_ point: PixelPoint) -> Bool {
        (x0..<max(x0, x1)).contains(point.x) && (y0..<max(y0, y1)).contains(point.y)
    }

    package func moved(by x: Int, _ y: Int) -> PixelRect {
        PixelRect(x: x0 + x, y: y0 + y, width: width, height: height)
    }

    /// Returns the smallest rectangle that contains both. An empty rectangle is ignored.
    package func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let (left, top) = (min(x0, other.x0), min(y0, other.y0))
        return PixelRect(
            x: left, y: top, width: max(x1, other.x1) - left, height: max(y1, other.y1) - top)
    }

    /// Returns the rectangle with an even width and height, as 4:2:0 requires. It grows by one column or row, at the
    /// end or, if there is no space, at the beginning.
    package func evenGrown(within bounds: PixelRect) -> PixelRect {
        var grown = self
        if width % 2 != 0 { if x1 < bounds.x1 { grown.x1 += 1 } else if x0 > bounds.x0 { grown.x0 -= 1 } }
        if height % 2 != 0 { if y1 < bounds.y1 { grown.y1 += 1 } else if y0 > bounds.y0 { grown.y0 -= 1 } }
        return grown
    }

    /// The smallest rectangle with even edges that contains this one, so that it covers whole 4:2:0 chroma samples.
    package var evenAligned: PixelRect {
        let (left, top) = (x0 & ~1, y0 & ~1)
        return PixelRect(x: left, y: top, width: ((x1 + 1) & ~1) - left, height: ((y1 + 1) & ~1) - top)
    }
}

/// A frame size in pixels.
package struct PixelSize: Hashable, Sendable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The size without an odd last column or row, because 4:2:0 chroma needs even sizes.
    package var evenCropped: PixelSize {
        PixelSize(width: width & ~1, height: height & ~1)
    }
}

/// A pixel position, counted from the top left corner.
package struct PixelPoint: Hashable, Sendable {
    package var x: Int
    package var y: Int

    package init(x: Int, y: Int) { (self.x, self.y) = (x, y) }
}
