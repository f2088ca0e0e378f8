/// The positions of a scene's elements. The recorder and the reader compute them in the same way from the canvas's
/// size.
public struct SceneLayout: Hashable, Sendable {
    /// The clock, in microseconds of CLOCK_MONOTONIC.
    public let barcode: BarcodePlacement
    /// The square to the right of the barcode. It is white for the first tenth of each second, otherwise black. While
    /// nothing moves, it does not change.
    public let flash: PixelRectangle

    /// Creates the layout of a canvas with a size in pixels.
    public init(width: Int, height: Int) {
        let cellSize = max(8, height * 16 / 1080)
        barcode = BarcodePlacement(
            canvasWidth: width, canvasHeight: height, x: 2 * cellSize, y: 2 * cellSize, cellSize: cellSize)
        flash = PixelRectangle(
            width: barcode.height, height: barcode.height, x: barcode.x + barcode.width + cellSize,
            y: barcode.y)
    }
}
