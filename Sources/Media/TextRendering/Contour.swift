import Glibc

/// A closed outline of lines and cubic Bézier curves, in pixels.
///
/// The outlines of one figure are filled by the nonzero rule: one in the opposite direction inside another is a hole.
package struct Contour: Sendable, Equatable {
    /// A point in pixels from the upper left corner of the frame. It may lie outside the frame.
    package typealias Point = SIMD2<Double>

    package enum Segment: Sendable, Equatable {
        case line(Point)
        case curve(Point, Point, to: Point)
    }

    package let start: Point
    package let segments: [Segment]

    private init(_ start: Point, _ segments: [Segment]) { (self.start, self.segments) = (start, segments) }
}

extension Contour {
    /// A polygon.
    /// - Parameter corners: The corners in order; at least one.
    package init(_ corners: [Point]) {
        self.init(corners.first ?? .zero, corners.dropFirst().map(Segment.line))
    }

    /// The distance of the control points of a quarter of a circle, relative to its radius.
    private static let quarter = 4 * (2.0.squareRoot() - 1) / 3

    /// A rectangle with round corners, or an ellipse if the radii are half of its sides.
    /// - Parameters:
    ///   - corner: The upper left corner.
    ///   - size: The width and the height.
    ///   - radii: The horizontal and the vertical radius of the corners. At most half of the sides are used.
    ///   - isReversed: True for the opposite direction.
    package init(_ corner: Point, size: Point, radii: Point, isReversed: Bool = false) {
        let radii = Point(min(radii.x, size.x / 2), min(radii.y, size.y / 2))
        let (low, high) = (corner, corner + size)
        let bend = radii * (1 - Self.quarter)
        /// Returns a corner: where it begins, two control points, and where it ends.
        func bent(_ x: Double, _ y: Double, _ across: Double, _ down: Double, isUpright: Bool) -> [Point] {
            let (beside, below) = (Point(x + across * radii.x, y), Point(x, y + down * radii.y))
            let (near, far) = (Point(x + across * bend.x, y), Point(x, y + down * bend.y))
            return isUpright ? [below, far, near, beside] : [beside, near, far, below]
        }
        // Clockwise from the upper right corner.
        var corners = [
            bent(high.x, low.y, -1, 1, isUpright: false), bent(high.x, high.y, -1, -1, isUpright: true),
            bent(low.x, high.y, 1, -1, isUpright: false), bent(low.x, low.y, 1, 1, isUpright: true),
        ]
        if isReversed { corners = corners.reversed().map { $0.reversed() } }
        let segments = corners.flatMap { [Segment.line($0[0]), .curve($0[1], $0[2], to: $0[3])] }
        self.init(corners[3][3], segments)
    }

    /// An ellipse.
    package init(ellipse corner: Point, size: Point, isReversed: Bool = false) {
        self.init(corner, size: size, radii: size / 2, isReversed: isReversed)
    }

    /// An arrow with a shaft that widens towards its head.
    /// - Parameters:
    ///   - tail: The beginning.
    ///   - head: The point of the head.
    ///   - width: The width of the shaft at the head, in pixels.
    package init(arrowFrom tail: Point, to head: Point, width: Double) {
        let way = head - tail
        let length = (way * way).sum().squareRoot()
        guard length > 0 else {
            self.init([tail])
            return
        }
        let (along, across) = (way / length, Point(-way.y, way.x) / length)
        let headLength = min(width * 4.2, length)
        // The notch lies behind the wings, which makes the head look sharp.
        let (wings, notch) = (head - along * headLength, head - along * headLength * 0.82)
        self.init([
            tail + across * width * 0.2, notch + across * width * 0.5, wings + across * width * 1.9, head,
            wings - across * width * 1.9, notch - across * width * 0.5, tail - across * width * 0.2,
        ])
    }
}
