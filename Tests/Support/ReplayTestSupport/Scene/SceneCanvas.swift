/// A window of a scene and the pens to draw on it. All drawing between two calls of `show` appears at once.
protocol SceneCanvas: AnyObject {
    var width: Int { get }
    var height: Int { get }
    /// Waits until the display can take another frame, where it says so.
    func awaitTurn()
    /// Fills rectangles of the window, or of the pattern, with one colour, 0xRRGGBB.
    func fill(_ rectangles: [PixelRectangle], colour: UInt32, onPattern: Bool)
    /// Makes the pattern, a frame of the canvas's size that is kept.
    func makePattern()
    /// Copies rows of the pattern to the window.
    func copyPattern(rows: Range<Int>, to row: Int)
    /// Draws a frame that no other client sees by halves, and returns when the display has it.
    func show(_ draw: () -> Void) throws(SceneError)
}

extension SceneCanvas {
    func fill(_ rectangles: [PixelRectangle], colour: UInt32) { fill(rectangles, colour: colour, onPattern: false) }
}
