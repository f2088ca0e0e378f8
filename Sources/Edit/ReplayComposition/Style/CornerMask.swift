import FFmpeg

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
