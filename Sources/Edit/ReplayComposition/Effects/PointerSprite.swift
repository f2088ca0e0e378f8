import FFmpeg
import Geometry
import PointerShapes
import ReplayTimeline
import TextRendering

/// The place of a pointer's shape in a frame: an affine map from pixels of the shape to pixels of the frame.
struct PointerPlace {
    typealias Point = Contour.Point

    /// The place of the hot spot.
    let hotspot: Point
    /// The place of the shape's upper left corner.
    let origin: Point
    /// The step to the next column and to the next row of the shape.
    let across: Point
    let down: Point

    /// The size of a pixel of the shape, in pixels of the frame.
    var scale: Double { max(abs(across.x), abs(across.y)) }

    /// - Parameter hotspot: The pixel of the shape that marks the pointer's position.
    init(_ state: PointerMotion.State, hotspot: (x: Int, y: Int), on screen: AnnotationPlace) {
        // The middle of the hot spot's pixel is in the middle of the pointer's pixel, whatever the size.
        let middle = state.place + Point(0.5, 0.5)
        func place(_ x: Double, _ y: Double) -> Point {
            let steps = Point(x - Double(hotspot.x) - 0.5, y - Double(hotspot.y) - 0.5)
            return screen.point(middle + steps * state.scale)
        }
        self.hotspot = screen.point(middle)
        origin = place(0, 0)
        (across, down) = (place(1, 0) - place(0, 0), place(0, 1) - place(0, 0))
    }

    /// Returns the place of a point of the shape.
    func point(_ point: Point) -> Point { origin + point.x * across + point.y * down }
}

/// A pointer's shape, scaled to its place in a frame.
struct PointerSprite {
    /// The area that it touches, with even edges, within the frame.
    private let area: PixelArea
    /// The pixels of the area, row by row: red, green, blue and opacity in 0...255, premultiplied.
    private let pixels: [SIMD4<Float>]

    /// - Parameter size: The size of the frame in pixels; even.
    init(
        _ shape: PointerShape, at place: PointerPlace, opacity: Double, within size: (width: Int, height: Int)
    ) {
        let (width, height) = (Double(shape.size.width), Double(shape.size.height))
        let corners = [(0, 0), (width, 0), (0, height), (width, height)].map { place.point(.init($0.0, $0.1)) }
        let area = Self.area(corners, within: size)
        self.area = area
        let samples = shape.pixels.map(SIMD4<Float>.init(premultiplied:))
        // The inverse of the map: steps in the shape for a step in the frame.
        let determinant = place.across.x * place.down.y - place.across.y * place.down.x
        let (right, below) = (
            PointerPlace.Point(place.down.y, -place.across.y) / determinant,
            PointerPlace.Point(-place.down.x, place.across.x) / determinant
        )
        // A shape that shrinks is the mean of several samples for each pixel.
        let parts = min(max(Int(saturating: (1 / place.scale).rounded(.up)), 1), 8)
        let weight = Float(opacity) / Float(parts * parts)
        pixels = (0..<area.width * area.height).map { index in
            let corner = PointerPlace.Point(Double(area.x + index % area.width), Double(area.y + index / area.width))
            var sum = SIMD4<Float>.zero
            for part in 0..<parts * parts {
                let inner = PointerPlace.Point(Double(part % parts) + 0.5, Double(part / parts) + 0.5) / Double(parts)
                let offset = corner + inner - place.origin
                sum += Self.sample(
                    samples, of: shape.size, at: offset.x * right + offset.y * below - PointerPlace.Point(0.5, 0.5))
            }
            return sum * weight
        }
    }

    private static func area(_ corners: [PointerPlace.Point], within size: (width: Int, height: Int)) -> PixelArea {
        let first = corners.reduce(corners[0], pointwiseMin)
        let last = corners.reduce(corners[0], pointwiseMax)
        func range(_ start: Double, _ end: Double, _ limit: Int) -> Range<Int> {
            let from = min(max(0, Int(saturating: (start - 1).rounded(.down)) & ~1), limit)
            return from..<max(from, min(limit, (Int(saturating: (end + 1).rounded(.up)) + 1) & ~1))
        }
        let (columns, rows) = (range(first.x, last.x, size.width), range(first.y, last.y, size.height))
        return PixelArea(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    /// Returns the bilinear mean of the four pixels around a point, which is (0, 0) in the middle of the first pixel. All
    /// pixels outside the shape are transparent.
    private static func sample(_ samples: [SIMD4<Float>], of size: PixelSize, at point: PointerPlace.Point) -> SIMD4<
        Float
    > {
        let corner = PointerPlace.Point(point.x.rounded(.down), point.y.rounded(.down))
        let (column, row) = (Int(saturating: corner.x), Int(saturating: corner.y))
        let (right, below) = (Float(point.x - corner.x), Float(point.y - corner.y))
        func pixel(_ column: Int, _ row: Int, _ weight: Float) -> SIMD4<Float> {
            guard weight > 0, column >= 0, row >= 0, column < size.width, row < size.height else { return .zero }
            return samples[row * size.width + column] * weight
        }
        return pixel(column, row, (1 - right) * (1 - below)) + pixel(column + 1, row, right * (1 - below))
            + pixel(column, row + 1, (1 - right) * below) + pixel(column + 1, row + 1, right * below)
    }

    /// Draws the shape on a frame, but not in hidden areas.
    func draw(on planes: FramePlanes, in colours: ColourSpace, except hidden: [PixelArea]) {
        // The samples of an opaque black are those of no light.
        let black = DrawnColour.samples(red: 0, green: 0, blue: 0, in: colours)
        let samples = pixels.enumerated().map { index, pixel -> SIMD4<Float> in
            let (x, y) = (area.x + index % area.width, area.y + index / area.width)
            guard pixel.w > 0, !hidden.contains(where: { $0.contains(x: x, y: y) }) else { return .zero }
            let light = DrawnColour.samples(
                red: Double(pixel.x), green: Double(pixel.y), blue: Double(pixel.z), in: colours)
            let opacity = Double(pixel.w) / 255
            return SIMD4<Float>(SIMD4<Double>(light - black + opacity * black, opacity))
        }
        for (number, plane) in planes.planes.enumerated() {
            let step = plane.isLuma ? 1 : 2
            plane.rows(of: area) { row, y in
                for x in row.indices {
                    var sum = SIMD4<Float>.zero
                    for line in y * step..<(y + 1) * step {
                        let start = line * area.width + x * step
                        for place in start..<start + step { sum += samples[place] }
                    }
                    sum /= Float(step * step)
                    guard sum.w > 0 else { continue }
                    row[x] = UInt8(saturating: Double(Float(row[x]) * (1 - sum.w) + sum[number]).rounded())
                }
            }
        }
    }
}

extension SIMD4<Float> {
    /// Reads a pixel of premultiplied ARGB as red, green, blue and opacity.
    fileprivate init(premultiplied pixel: UInt32) {
        func part(_ shift: UInt32) -> Float { Float(pixel >> shift & 0xFF) }
        self.init(part(16), part(8), part(0), part(24))
    }
}
