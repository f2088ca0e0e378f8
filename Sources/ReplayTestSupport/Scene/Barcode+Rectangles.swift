extension Barcode {
    /// The cells as rectangles of the canvas.
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
