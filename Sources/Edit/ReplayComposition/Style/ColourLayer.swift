import FFmpeg
import Glibc

/// A colour that covers a part of a frame with the opacity of each pixel.
struct ColourLayer {
    let area: PixelArea
    private let colour: DrawnColour
    private let opacity: [UInt8]
    private let halved: [UInt8]

    /// - Parameter opacity: The opacity of each pixel of the area, in 0...1, row by row.
    private init(_ colour: DrawnColour, area: PixelArea, opacity: [Float]) {
        (self.colour, self.area) = (colour, area)
        let (width, columns) = (area.width, area.width / 2)
        self.opacity = opacity.indices.map {
            Dither.byte(opacity[$0] * 255, x: area.x + $0 % width, y: area.y + $0 / width)
        }
        halved = (0..<columns * (area.height / 2)).map { place in
            let first = place / columns * 2 * width + place % columns * 2
            let sum = opacity[first] + opacity[first + 1] + opacity[first + width] + opacity[first + width + 1]
            return Dither.byte(sum * 255 / 4, x: area.x / 2 + place % columns, y: area.y / 2 + place / columns)
        }
    }

    /// A rounded rectangle that is larger than another one by the same length on each side.
    /// - Parameters:
    ///   - inner: The other rectangle.
    ///   - radius: The radius of its corners.
    ///   - margin: The length, in pixels; 0 or more.
    ///   - strength: The opacity, in 0...1.
    init(
        _ colour: DrawnColour, around inner: PixelArea, radius: Double, margin: Double, strength: Double,
        in canvas: Composition.FrameSize
    ) {
        let reach = (Int(saturating: margin.rounded(.up)) + 1) & ~1
        let area = inner.grown(by: reach, in: canvas)
        let (left, top) = (Double(inner.x - area.x) - margin, Double(inner.y - area.y) - margin)
        let shape = RoundedShape(
            x: left, y: top, width: Double(inner.width) + 2 * margin, height: Double(inner.height) + 2 * margin,
            radius: radius + margin)
        self.init(
            colour, area: area,
            opacity: (0..<area.width * area.height).map {
                Float(shape.coverage(x: $0 % area.width, y: $0 / area.width) * strength)
            })
    }

    /// A blurred copy of a rounded rectangle, below it.
    struct Shadow {
        /// The standard deviation of the Gaussian blur, in pixels; above 0.
        let deviation: Double
        /// The distance downwards, in pixels.
        let offset: Int
        /// The opacity, in 0...1.
        let strength: Double
    }

    /// The shadows of a rounded rectangle.
    init(
        _ colour: DrawnColour, _ shadows: [Shadow], of caster: PixelArea, radius: Double,
        in canvas: Composition.FrameSize
    ) {
        let reach = shadows.map { $0.reach + $0.offset }.max() ?? 0
        let area = caster.grown(by: (reach + 1) & ~1, in: canvas)
        var clear = [Float](repeating: 1, count: area.width * area.height)
        for shadow in shadows {
            let opacity = shadow.opacity(of: caster, radius: radius, in: area)
            for place in clear.indices { clear[place] *= 1 - opacity[place] * Float(shadow.strength) }
        }
        self.init(colour, area: area, opacity: clear.map { 1 - $0 })
    }

    /// Draws the layer.
    func draw(on planes: FramePlanes) {
        let values = [colour.luma, colour.blueDifference, colour.redDifference]
        for (plane, value) in zip(planes.planes, values) {
            let opacity = plane.isLuma ? opacity : halved
            let width = plane.width(of: area)
            opacity.withUnsafeBufferPointer { opacity in
                plane.rows(of: area) { row, y in
                    for x in row.indices { row[x] = row[x].mixed(with: value, Int(opacity[y * width + x])) }
                }
            }
        }
    }
}

extension PixelArea {
    /// Returns the area with a margin on each side, limited to a frame.
    /// - Parameter margin: The margin in pixels; even.
    fileprivate func grown(by margin: Int, in canvas: Composition.FrameSize) -> PixelArea {
        let (left, top) = (max(0, x - margin), max(0, y - margin))
        let (right, bottom) = (min(canvas.width, x + width + margin), min(canvas.height, y + height + margin))
        return PixelArea(x: left, y: top, width: right - left, height: bottom - top)
    }
}

extension ColourLayer.Shadow {
    /// The distance from an edge beyond which the blur has no effect, in pixels.
    fileprivate var reach: Int { Int(saturating: (3 * deviation).rounded(.up)) }

    /// Returns the blur of a rounded rectangle at the pixels of an area, row by row.
    fileprivate func opacity(of caster: PixelArea, radius: Double, in area: PixelArea) -> [Float] {
        let (left, top) = (caster.x - area.x, caster.y + offset - area.y)
        // The blur of a rectangle is the product of the blurs of its sides.
        let columns = blur(Double(left)..<Double(left + caster.width), at: 0..<area.width)
        let rows = blur(Double(top)..<Double(top + caster.height), at: 0..<area.height)
        var opacity = rows.flatMap { row in columns.map { $0 * row } }
        let corner = BlurredCorner(self, width: caster.width, height: caster.height, radius: radius)
        for (line, down) in corner.pixels.enumerated() {
            for y in [top + down, top + caster.height - 1 - down] where (0..<area.height).contains(y) {
                for (column, across) in corner.pixels.enumerated() {
                    let missing = corner.missing[line * corner.pixels.count + column]
                    for x in [left + across, left + caster.width - 1 - across] where (0..<area.width).contains(x) {
                        opacity[y * area.width + x] -= missing
                    }
                }
            }
        }
        return opacity
    }

    /// Returns the blur of a side of a rectangle at some pixels.
    fileprivate func blur(_ side: Range<Double>, at pixels: Range<Int>) -> [Float] {
        pixels.map { pixel in
            func below(_ edge: Double) -> Double {
                erf((Double(pixel) + 0.5 - edge) / (deviation * 2.0.squareRoot()))
            }
            return Float((below(side.lowerBound) - below(side.upperBound)) / 2)
        }
    }
}

/// The part that a blurred rectangle with rounded corners lacks at the upper left corner, compared with a blurred
/// rectangle. At the other corners, it lacks the reflections of this part.
private struct BlurredCorner {
    /// The pixels for which there are values, from the corner, across and down.
    let pixels: Range<Int>
    /// The missing opacity in 0...1, row by row.
    let missing: [Float]

    init(_ shadow: ColourLayer.Shadow, width: Int, height: Int, radius: Double) {
        let shape = RoundedShape(x: 0, y: 0, width: Double(width), height: Double(height), radius: radius)
        let side = min(Int(saturating: shape.corner.rounded(.up)), min(width, height) / 2)
        let pixels = -shadow.reach..<side + shadow.reach
        var missing = [Float](repeating: 0, count: pixels.count * pixels.count)
        for row in 0..<side {
            // The curve leaves out the beginning of each row.
            let length = (0..<side).reduce(0) { $0 + 1 - shape.coverage(x: $1, y: row) }
            let across = shadow.blur(0..<length, at: pixels)
            let down = shadow.blur(Double(row)..<Double(row + 1), at: pixels)
            for (line, weight) in down.enumerated() where weight > 1e-6 {
                for column in across.indices { missing[line * across.count + column] += weight * across[column] }
            }
        }
        (self.pixels, self.missing) = (pixels, missing)
    }
}
