import FFmpeg

/// The screen as a background: cropped to the shape of the frame, reduced to a few pixels, and enlarged.
struct ScreenBlur {
    private let reduction: FrameFitter
    private let enlargement: FrameFitter

    /// The shorter side of the reduced frame, in pixels. swscale does not interpolate fewer than six chroma samples.
    private static let side = 12

    /// - Parameters:
    ///   - screen: The size of the screen's frames, in pixels.
    ///   - canvas: The size of the background.
    init(of screen: (width: Int, height: Int), to canvas: Composition.FrameSize, colours: ColourSpace) {
        let shortest = min(canvas.width, canvas.height)
        func reduced(_ length: Int) -> Int { length * Self.side / shortest & ~1 }
        reduction = FrameFitter(
            filling: (reduced(canvas.width), reduced(canvas.height)), with: screen, colours: colours)
        enlargement = FrameFitter(width: canvas.width, height: canvas.height, colours: colours)
    }

    /// Returns the background of a frame of the screen.
    func apply(to screen: Frame) throws -> Frame { try enlargement.fit(try reduction.fit(screen)) }
}
