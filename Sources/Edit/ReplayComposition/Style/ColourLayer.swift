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

    /// A blurred copy of a rectangle, below it.
    struct Shadow {
        /// The standard deviation of the Gaussian blur, in pixels; above 0.
        let deviation: Double
        /// The distance downwards, in pixels.
        let offset: Double
        /// The opacity, in 0...1.
        let strength: Double
    }

    /// The shadows of a rectangle.
    init(_ colour: DrawnColour, _ shadows: [Shadow], of caster: PixelArea, in canvas: Composition.FrameSize) {
        let reach = shadows.map { 3 * $0.deviation + $0.offset }.max() ?? 0
        let area = caster.grown(by: (Int(saturating: reach.rounded(.up)) + 1) & ~1, in: canvas)
        var clear = [Float](repeating: 1, count: area.width * area.height)
        for shadow in shadows {
            let (left, top) = (Double(caster.x), Double(caster.y) + shadow.offset)
            // The blur of a rectangle is the product of the blurs of its sides.
            let columns = shadow.blur(left..<left + Double(caster.width), at: area.x..<area.x + area.width)
            let rows = shadow.blur(top..<top + Double(caster.height), at: area.y..<area.y + area.height)
            for place in clear.indices {
                clear[place] *= 1 - columns[place % area.width] * rows[place / area.width] * Float(shadow.strength)
            }
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
