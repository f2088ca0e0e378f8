/// The position of a barcode on a canvas, in the canvas's pixels. The frame may be scaled later: readers use the ratio
/// of its size to the canvas.
public struct BarcodePlacement: Hashable, Sendable {
    /// The size of the whole canvas: the screen or window that is drawn or recorded.
    public let canvasWidth, canvasHeight: Int
    /// The left and upper edge.
    public let x, y: Int
    /// The side of one cell, in pixels. A size of 16 can be read at a third of the scale, 8 at two thirds.
    public let cellSize: Int

    /// Creates a placement.
    public init(canvasWidth: Int, canvasHeight: Int, x: Int, y: Int, cellSize: Int) {
        self.canvasWidth = canvasWidth
        self.canvasHeight = canvasHeight
        self.x = x
        self.y = y
        self.cellSize = cellSize
    }

    /// The width of the whole barcode.
    public var width: Int { Barcode.columns * cellSize }
    /// The height of the whole barcode.
    public var height: Int { Barcode.rows * cellSize }

    /// Returns the same barcode on a larger canvas, for a window at `windowX`, `windowY` of a screen.
    public func onScreen(width: Int, height: Int, windowX: Int, windowY: Int) -> BarcodePlacement {
        BarcodePlacement(
            canvasWidth: width, canvasHeight: height, x: x + windowX, y: y + windowY, cellSize: cellSize)
    }
}
