/// Reads barcodes at one position in frames of one shape, whatever the scale of the frame to the canvas.
public struct BarcodeReader: Sendable {
    private let shape: PlaneShape
    /// The pixels of each cell that are read: its middle half, which the neighbours do not affect.
    private let columns, rows: [Range<Int>]
    /// A quarter of the whole luma range, in 256ths.
    private static let leastContrast = 64 * 256

    /// Creates a reader for frames of a shape, with a barcode at a position of the canvas.
    public init(shape: PlaneShape, placement: BarcodePlacement) {
        self.shape = shape
        columns = (0..<Barcode.columns).map {
            Self.middle(
                from: placement.x + $0 * placement.cellSize, cell: placement.cellSize, plane: shape.width,
                canvas: placement.canvasWidth)
        }
        rows = (0..<Barcode.rows).map {
            Self.middle(
                from: placement.y + $0 * placement.cellSize, cell: placement.cellSize, plane: shape.height,
                canvas: placement.canvasHeight)
        }
    }

    /// Reads the barcode from a luma plane.
    ///
    /// - Returns: Nil if black and white cannot be distinguished or the checksum is wrong. The barcode is then covered,
    ///   damaged, or a mixture of two frames.
    public func barcode(in plane: Span<UInt8>) -> Barcode? {
        guard let white = guardMean(of: plane, row: 0),
            let black = guardMean(of: plane, row: Barcode.rows - 1),
            white - black >= Self.leastContrast
        else { return nil }
        var word: UInt64 = 0
        for row in 1..<(Barcode.rows - 1) {
            for column in 1...Barcode.dataColumns {
                guard let mean = mean(of: plane, column: column, row: row) else { return nil }
                word = word << 1 | (2 * mean > white + black ? 1 : 0)
            }
        }
        return Barcode(word: word)
    }

    private func guardMean(of plane: Span<UInt8>, row: Int) -> Int? {
        var sum = 0
        for column in 0..<Barcode.columns {
            guard let mean = mean(of: plane, column: column, row: row) else { return nil }
            sum += mean
        }
        return sum / Barcode.columns
    }

    private func mean(of plane: Span<UInt8>, column: Int, row: Int) -> Int? {
        shape.mean(of: plane, columns: columns[column], rows: rows[row])
    }

    /// Returns the pixels of a plane that show the second and third quarter of a cell.
    private static func middle(from start: Int, cell: Int, plane: Int, canvas: Int) -> Range<Int> {
        let first = (4 * start + cell) * plane / (4 * canvas)
        let end = (4 * start + 3 * cell) * plane / (4 * canvas)
        return first..<max(first + 1, end)
    }
}
