import PointerShapes
import TextRendering

/// Sharp outlines of the most common shapes of a pointer, for those that are drawn much larger than they are.
///
/// The outlines are in units of which the standard shape has about 20 in height. The hot spot is the origin.
struct PointerFigures {
    typealias Point = Contour.Point

    /// The largest height, in pixels, of a shape that is replaced. A larger one looks sharp itself.
    private static let maxHeight = 48

    private enum Kind { case arrow, hand, text }

    private let kind: Kind
    /// The size of a unit, in pixels of the shape.
    private let unit: Double
    /// True for a dark shape with a light edge.
    private let isDark: Bool

    /// - Returns: Nil if the shape has no outline here, or needs none.
    init?(of shape: PointerShape) {
        guard let kind = Self.kind(of: shape.name), shape.size.height <= Self.maxHeight else { return nil }
        let opaque = shape.pixels.indices.filter { shape.pixels[$0] >> 24 > 127 }
        let rows = opaque.map { $0 / shape.size.width }
        guard let first = rows.first, let last = rows.last else { return nil }
        self.kind = kind
        unit = Double(last - first + 1) / Self.height(of: kind)
        let lights = opaque.map { Int(shape.pixels[$0] >> 8 & 0xFF) }
        isDark = lights.reduce(0, +) < 128 * lights.count
    }

    private static func kind(of name: String) -> Kind? {
        switch name {
        case "left_ptr", "default", "arrow", "top_left_arrow": .arrow
        case "hand", "hand1", "hand2", "pointer", "pointing_hand": .hand
        case "xterm", "text", "ibeam": .text
        default: nil
        }
    }

    /// The height with its edges, in units.
    private static func height(of kind: Kind) -> Double {
        switch kind {
        case .arrow: 21.2
        case .hand: 20
        case .text: 19
        }
    }

    /// Returns the figures in drawing order: a soft shadow, the edge and the shape itself.
    func figures(at place: PointerPlace, opacity: Double) -> [VectorFigure] {
        let (dark, light) = (LayerColour(red: 17, green: 17, blue: 20), LayerColour.white)
        let (fill, edge) = isDark ? (dark, light) : (light, dark)
        let size = unit * place.scale
        func figure(_ grown: Double, _ colour: LayerColour, _ part: Double, down: Double = 0, blur: Double = 0)
            -> VectorFigure
        {
            let outlines = outlines(grownBy: grown).map { placed($0, at: place, down: down) }
            return VectorFigure(.outlines(outlines), colour: colour, opacity: part * opacity, blur: blur)
        }
        let lines = separators.map { placed($0, at: place, down: 0) }
        return [
            figure(1.2, .black, 0.35, down: 0.8, blur: size), figure(1.2, edge, 1), figure(0, fill, 1),
            VectorFigure(.outlines(lines), colour: edge, opacity: opacity),
        ].filter { if case .outlines(let contours) = $0.content { !contours.isEmpty } else { true } }
    }

    private func placed(_ corners: [Point], at place: PointerPlace, down: Double) -> Contour {
        Contour(
            corners.map { corner in
                let steps = (corner + Point(0, down)) * unit
                return place.hotspot + steps.x * place.across + steps.y * place.down
            })
    }

    /// Returns the polygons that the shape consists of.
    private func outlines(grownBy width: Double) -> [[Point]] {
        switch kind {
        case .arrow: [Self.grown(Self.arrow, by: width)]
        case .text: [Self.grown(Self.beam, by: width)]
        case .hand:
            Self.fingers.map { Self.rounded($0.0, to: $0.1, radius: $0.2, grownBy: width) }
                + [Self.grown(Self.thumb, by: width)]
        }
    }

    /// The lines between the fingers of a hand.
    private var separators: [[Point]] {
        guard kind == .hand else { return [] }
        return [1.6, 4.6, 7.5].map { x in
            [Point(x - 0.3, 8.4), Point(x + 0.3, 8.4), Point(x + 0.3, 12), Point(x - 0.3, 12)]
        }
    }

    private static let arrow = [
        Point(0, 0), Point(11.8, 11.9), Point(6.5, 12.2), Point(9, 17.9), Point(6.4, 19), Point(3.9, 13.2),
        Point(0, 16.6),
    ]
    private static let beam = [
        Point(-3.4, -8.5), Point(3.4, -8.5), Point(3.4, -7.1), Point(0.75, -7.1), Point(0.75, 7.1), Point(3.4, 7.1),
        Point(3.4, 8.5), Point(-3.4, 8.5), Point(-3.4, 7.1), Point(-0.75, 7.1), Point(-0.75, -7.1), Point(-3.4, -7.1),
    ]
    /// The boxes of a hand: two corners, and a radius.
    private static let fingers = [
        (Point(-1.5, -0.5), Point(1.5, 12), 1.5), (Point(1.7, 5.2), Point(4.5, 12), 1.4),
        (Point(4.7, 5.9), Point(7.4, 12), 1.35), (Point(7.6, 6.9), Point(10, 12.5), 1.2),
        (Point(-1.5, 8), Point(10, 18), 3.4),
    ]
    private static let thumb = [
        Point(-4.2, 8), Point(-2.9, 8.3), Point(-1, 10.6), Point(-1, 15.6), Point(-5.4, 10), Point(-5.3, 8.7),
    ]

    /// Returns a polygon whose edges are moved outwards.
    /// - Parameter corners: The corners in clockwise order on the screen.
    private static func grown(_ corners: [Point], by width: Double) -> [Point] {
        guard width > 0 else { return corners }
        return corners.indices.flatMap { place -> [Point] in
            let (before, corner) = (corners[(place + corners.count - 1) % corners.count], corners[place])
            let (one, other) = (normal(corner - before), normal(corners[(place + 1) % corners.count] - corner))
            let middle = one + other
            let square = max((middle * middle).sum(), 0.001)
            let isConvex = one.x * other.y - one.y * other.x > 0
            // A sharp corner is rounded. Otherwise, the edges meet on the line between both normals.
            guard isConvex, square < 2 else { return [corner + middle * (width * 2 / square)] }
            return [one, middle / square.squareRoot(), other].map { corner + $0 * width }
        }
    }

    /// Returns the direction to the left of a way, which is outwards in clockwise order.
    private static func normal(_ way: Point) -> Point {
        Point(way.y, -way.x) / max((way * way).sum().squareRoot(), 0.001)
    }

    /// Returns the polygon of a box with round corners.
    private static func rounded(_ first: Point, to last: Point, radius: Double, grownBy width: Double) -> [Point] {
        let (low, high, radius) = (first - Point(width, width), last + Point(width, width), radius + width)
        let quarter = [(0.0, 1.0), (0.38, 0.92), (0.71, 0.71), (0.92, 0.38), (1.0, 0.0)].map { Point($0.0, $0.1) }
        func corner(_ x: Double, _ y: Double, _ across: Double, _ down: Double) -> [Point] {
            let points = quarter.map { Point(x + across * ($0.x - 1) * radius, y + down * ($0.y - 1) * radius) }
            return across * down > 0 ? points.reversed() : points
        }
        return corner(high.x, low.y, 1, -1) + corner(high.x, high.y, 1, 1) + corner(low.x, high.y, -1, 1)
            + corner(low.x, low.y, -1, -1)
    }
}
