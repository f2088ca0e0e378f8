/// A window of a scene and its drawing operations. All drawing within a call of `show` appears at once.
protocol SceneCanvas: AnyObject {
    var width: Int { get }
    var height: Int { get }
    /// Waits until the display can take another frame, if the display reports that.
    func awaitTurn()
    /// Fills rectangles of the window, or of the pattern, with one colour, 0xRRGGBB.
    func fill(_ rectangles: [PixelRectangle], colour: UInt32, onPattern: Bool)
    /// Creates the pattern, a stored frame of the canvas's size.
    func makePattern()
    /// Copies rows of the pattern to the window.
    func copyPattern(rows: Range<Int>, to row: Int)
    /// Draws a frame that other clients see only as a whole, and returns when the display has it.
    func show(_ draw: () -> Void) throws(SceneError)
}

extension SceneCanvas {
    func fill(_ rectangles: [PixelRectangle], colour: UInt32) { fill(rectangles, colour: colour, onPattern: false) }
}
