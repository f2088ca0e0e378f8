extension Barcode {
    static let dataColumns = columns - 2

    /// The cells, row by row from the top left; true for white.
    public var cells: [Bool] {
        let word = word
        return (0..<Self.rows).flatMap { row in
            (0..<Self.columns).map { column in
                Self.guardCell(column: column, row: row)
                    ?? (word >> Self.shift(column: column, row: row) & 1 == 1)
            }
        }
    }

    /// Returns true for a white guard cell, false for a black one, and nil for a cell that holds a bit.
    static func guardCell(column: Int, row: Int) -> Bool? {
        if row == 0 { return true }
        if row == rows - 1 || column == 0 { return false }
        return column == columns - 1 ? true : nil
    }

    /// Returns the position of a data cell's bit, counted from the right of the word.
    static func shift(column: Int, row: Int) -> UInt64 {
        UInt64(63 - ((row - 1) * dataColumns + column - 1))
    }
}

extension Barcode {
    /// Returns the cells as rectangles of the canvas.
    func rectangles(at placement: BarcodePlacement) -> (black: [PixelRectangle], white: [PixelRectangle]) {
        var rectangles: (black: [PixelRectangle], white: [PixelRectangle]) = ([], [])
        for (index, isWhite) in cells.enumerated() {
            let rectangle = PixelRectangle(
                width: placement.cellSize, height: placement.cellSize,
                x: placement.x + index % Self.columns * placement.cellSize,
                y: placement.y + index / Self.columns * placement.cellSize)
            if isWhite { rectangles.white.append(rectangle) } else { rectangles.black.append(rectangle) }
        }
        return rectangles
    }
}
