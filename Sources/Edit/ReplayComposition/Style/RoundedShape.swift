import FFmpeg

/// A rectangle with rounded corners, in pixels.
///
/// A corner is a quarter of a superellipse of the exponent 3, so that the curvature has no step where the straight
/// edges begin. It leaves as much of the corner's diagonal free as a circle of the radius does.
struct RoundedShape: Sendable, Equatable {
    let x: Double
    let y: Double
    let width: Double
    let height: Double
    /// The length of a corner along an edge.
    let corner: Double

    /// The length of a corner along an edge, in radii: (√2 - 1) / (√2 (1 - 2^(-1/3))).
    private static let extent = 1.419_64
    /// The number of samples of a pixel in each direction.
    private static let samples = 4

    init(x: Double, y: Double, width: Double, height: Double, radius: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
        corner = min(radius * Self.extent, min(width, height) / 2)
    }

    /// Returns the part of a pixel that lies inside, in 0...1.
    func coverage(x column: Int, y row: Int) -> Double {
        let (left, top) = (Double(column) - x, Double(row) - y)
        // The distances from the nearest edges, of the pixel's edges.
        let across = min(left, width - left - 1)
        let down = min(top, height - top - 1)
        if across >= 0, down >= 0, across >= corner || down >= corner { return 1 }
        if across <= -1 || down <= -1 { return 0 }
        var inside = 0
        for sample in 0..<Self.samples * Self.samples {
            let (place, line) = (sample % Self.samples, sample / Self.samples)
            if contains(x: left + Self.offset(place), y: top + Self.offset(line)) { inside += 1 }
        }
        return Double(inside) / Double(Self.samples * Self.samples)
    }

    private static func offset(_ sample: Int) -> Double { (Double(sample) + 0.5) / Double(samples) }

    /// Returns true if a point lies inside. It is relative to the upper left corner.
    private func contains(x: Double, y: Double) -> Bool {
        let (across, down) = (min(x, width - x), min(y, height - y))
        guard across >= 0, down >= 0 else { return false }
        guard across < corner, down < corner else { return true }
        let (column, row) = (1 - across / corner, 1 - down / corner)
        return column * column * column + row * row * row <= 1
    }
}

/// The opacity of the upper left corner of a rounded rectangle. The other corners are its reflections.
struct CornerMask: Sendable, Equatable {
    /// The width and height of the corner, in pixels; even.
    let side: Int
    /// The opacity of each pixel, in 0...255, row by row.
    let opacity: [UInt8]
    /// The mean opacity of each 2 x 2 pixels.
    let halved: [UInt8]

    /// - Parameters:
    ///   - width: The width of the rectangle, in pixels; even.
    ///   - height: The height of the rectangle, in pixels; even.
    init(width: Int, height: Int, radius: Double) {
        let shape = RoundedShape(x: 0, y: 0, width: Double(width), height: Double(height), radius: radius)
        let side = min((Int(saturating: shape.corner.rounded(.up)) + 1) & ~1, min(width, height) / 2 & ~1)
        self.side = side
        let opacity = (0..<side * side).map { place in
            UInt8(clamping: Int(saturating: (shape.coverage(x: place % side, y: place / side) * 255).rounded()))
        }
        self.opacity = opacity
        halved = (0..<side / 2 * (side / 2)).map { place in
            let first = place / (side / 2) * 2 * side + place % (side / 2) * 2
            let sum = [0, 1, side, side + 1].reduce(2) { $0 + Int(opacity[first + $1]) }
            return UInt8(clamping: sum / 4)
        }
    }

    /// Draws an image with rounded corners on a frame.
    /// - Parameters:
    ///   - image: An image of the size of the mask's rectangle, in 8-bit planar 4:2:0.
    ///   - area: The place of the image on the frame.
    func draw(_ image: Frame, at area: PixelArea, on planes: FramePlanes) throws {
        try image.withPlanes { sources in
            for (plane, source) in zip(planes.planes, sources) {
                let height = plane.height(of: area)
                plane.rows(of: area) { row, y in
                    draw(
                        UnsafeBufferPointer(start: source.start + y * source.stride, count: row.count), on: row,
                        line: min(y, height - 1 - y), isLuma: plane.isLuma)
                }
            }
        }
    }

    /// Draws a row of an image.
    /// - Parameter line: The distance from the nearest row at the edge.
    private func draw(
        _ pixels: UnsafeBufferPointer<UInt8>, on row: UnsafeMutableBufferPointer<UInt8>, line: Int, isLuma: Bool
    ) {
        let (side, opacity) = isLuma ? (side, opacity) : (side / 2, halved)
        guard line < side else {
            _ = row.update(from: pixels)
            return
        }
        let end = row.count - side
        _ = row[side..<end].update(from: pixels[side..<end])
        for x in 0..<side {
            let (weight, last) = (Int(opacity[line * side + x]), row.count - 1 - x)
            row[x] = row[x].mixed(with: Int(pixels[x]), weight)
            row[last] = row[last].mixed(with: Int(pixels[last]), weight)
        }
    }
}
