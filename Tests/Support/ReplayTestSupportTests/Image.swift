import ReplayTestSupport

/// A luma frame that the tests draw on, blur and scale.
struct Image {
    var shape: PlaneShape
    var pixels: [UInt8]

    /// Creates a grey canvas with a barcode.
    init(_ barcode: Barcode, at placement: BarcodePlacement) {
        shape = PlaneShape(width: placement.canvasWidth, height: placement.canvasHeight)
        pixels = Array(repeating: 90, count: shape.width * shape.height)
        for (index, isWhite) in barcode.cells.enumerated() {
            let left = placement.x + index % Barcode.columns * placement.cellSize
            let top = placement.y + index / Barcode.columns * placement.cellSize
            for y in top..<(top + placement.cellSize) {
                for x in left..<(left + placement.cellSize) {
                    pixels[y * shape.width + x] = isWhite ? 255 : 0
                }
            }
        }
    }

    /// Returns the frame in another size. Each pixel is the mean of the pixels that it covers.
    func scaled(width: Int, height: Int) -> Image {
        var result = self
        result.shape = PlaneShape(width: width, height: height)
        result.pixels = (0..<(width * height)).map { index in
            let (x, y) = (index % width, index / width)
            let columns = (x * shape.width / width)..<((x + 1) * shape.width / width)
            let rows = (y * shape.height / height)..<((y + 1) * shape.height / height)
            return UInt8(mean(columns: columns, rows: rows))
        }
        return result
    }

    /// Returns the frame with each pixel replaced by the mean of its neighbourhood.
    func blurred(radius: Int) -> Image {
        var result = self
        for y in 0..<shape.height {
            for x in 0..<shape.width {
                let columns = max(0, x - radius)..<min(shape.width, x + radius + 1)
                let rows = max(0, y - radius)..<min(shape.height, y + radius + 1)
                result.pixels[y * shape.width + x] = UInt8(mean(columns: columns, rows: rows))
            }
        }
        return result
    }

    /// Returns the frame with noise of up to ±`amplitude`.
    func noisy(amplitude: Int, using random: inout SplitMix64) -> Image {
        var result = self
        for index in pixels.indices {
            let noise = Int.random(in: -amplitude...amplitude, using: &random)
            result.pixels[index] = UInt8(clamping: Int(pixels[index]) + noise)
        }
        return result
    }

    func barcode(at placement: BarcodePlacement) -> Barcode? {
        BarcodeReader(shape: shape, placement: placement).barcode(in: pixels.span)
    }

    private func mean(columns: Range<Int>, rows: Range<Int>) -> Int {
        var sum = 0
        for y in rows {
            for x in columns { sum += Int(pixels[y * shape.width + x]) }
        }
        return sum / (columns.count * rows.count)
    }
}
