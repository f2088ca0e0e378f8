/// A pattern that scrolls. Every frame changes everywhere, at the cost of a copy within the server.
struct MotionPainter: ScenePainter {
    private var offset = 0
    private static let step = 7

    mutating func begin(on canvas: any SceneCanvas) {
        canvas.makePattern()
        let whole = PixelRectangle(width: canvas.width, height: canvas.height, x: 0, y: 0)
        canvas.fill([whole], colour: 0x203040, onPattern: true)
        // The sequence is fixed, so that two runs show the same pattern.
        var state: UInt32 = 1
        for _ in 0..<400 {
            let numbers = (0..<5).map { _ in
                state = state &* 1_664_525 &+ 1_013_904_223
                return Int(state >> 8)
            }
            let rectangle = PixelRectangle(
                width: 8 + numbers[2] % 160, height: 4 + numbers[3] % 80, x: numbers[0] % canvas.width,
                y: numbers[1] % canvas.height)
            canvas.fill([rectangle], colour: UInt32(numbers[4] & 0xFFFFFF), onPattern: true)
        }
        canvas.copyPattern(rows: 0..<canvas.height, to: 0)
    }

    mutating func advance(on canvas: any SceneCanvas) {
        offset = (offset + Self.step) % canvas.height
        canvas.copyPattern(rows: offset..<canvas.height, to: 0)
        canvas.copyPattern(rows: 0..<offset, to: canvas.height - offset)
    }
}
