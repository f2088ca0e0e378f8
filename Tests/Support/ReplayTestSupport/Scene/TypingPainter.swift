/// A dark page on which light shapes like letters appear one after the other.
struct TypingPainter: ScenePainter {
    private var letter = 0
    private static let (letterWidth, letterHeight) = (10, 20)
    private static let (background, ink): (UInt32, UInt32) = (0x1E1E2E, 0xD0D0D0)

    mutating func begin(on canvas: any SceneCanvas) {
        canvas.fill(
            [PixelRectangle(width: canvas.width, height: canvas.height, x: 0, y: 0)], colour: Self.background)
    }

    mutating func advance(on canvas: any SceneCanvas) {
        // The page begins below the clock.
        let top = SceneLayout(width: canvas.width, height: canvas.height).barcode.y * 2 + 96
        let (columns, rows) = (
            canvas.width / Self.letterWidth, max(1, (canvas.height - top) / Self.letterHeight)
        )
        if letter % (columns * rows) == 0 {
            let page = PixelRectangle(width: canvas.width, height: canvas.height - top, x: 0, y: top)
            canvas.fill([page], colour: Self.background)
        }
        let x = letter % columns * Self.letterWidth
        let y = top + letter / columns % rows * Self.letterHeight
        canvas.fill(strokes(x: x, y: y), colour: Self.ink)
        letter += 1
    }

    /// Returns a stem and three bars whose lengths differ from letter to letter. Each sixth letter is a space.
    private func strokes(x: Int, y: Int) -> [PixelRectangle] {
        guard letter % 6 != 5 else { return [] }
        let bars = (0..<3).map { bar in
            PixelRectangle(width: 2 + (letter * (bar + 3) + bar) % 6, height: 2, x: x + 1, y: y + 3 + bar * 6)
        }
        return bars + [PixelRectangle(width: 2, height: 14, x: x + 1, y: y + 3)]
    }
}
