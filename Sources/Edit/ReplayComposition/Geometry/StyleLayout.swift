package import ReplayTimeline

/// The places of the parts of a styled frame, in pixels. A pure value.
package struct StyleLayout: Sendable, Equatable {
    /// The size of the frame; even.
    package let canvas: Composition.FrameSize
    /// The screen's place on the frame.
    package let screen: PixelArea
    /// The screen with the card's inset around it.
    let card: PixelArea
    /// The radius of the card's corners.
    let radius: Double
    /// The width of the line around the card.
    let border: Double
    /// The camera's area below the screen of a portrait frame, or nil if the camera is in a corner.
    let camera: PixelArea?

    /// The longer side that a frame has at least before the screen must shrink to make room for the padding.
    private static let fullSide = 1920.0
    /// The greatest difference between two lengths that are the same except for rounding, in pixels.
    private static let rounding = 5.0

    /// Creates the layout of an edit's frames, or returns nil if the edit has no style.
    /// - Parameter hasCamera: True if the camera is shown at its standard place.
    package init?(
        of edit: Edit, screen: (width: Int, height: Int), limits: FrameSizeLimits, hasCamera: Bool = false
    ) {
        guard !edit.style.isPlain else { return nil }
        self.init(edit.style, screen: screen, limits: limits, hasCamera: hasCamera)
    }

    /// - Parameters:
    ///   - screen: The size of the screen without a style, in pixels.
    ///   - limits: The limits of the frame's size.
    ///   - hasCamera: True if the camera is shown at its standard place.
    init(_ style: FrameStyle, screen: (width: Int, height: Int), limits: FrameSizeLimits, hasCamera: Bool = false) {
        let canvas = limits.evenFitted(Self.canvas(style, screen: screen))
        let unit = Double(min(canvas.width, canvas.height))
        func even(_ length: Double) -> Int { Int(saturating: length.rounded()) & ~1 }
        let inset = even(style.inset.fraction * unit)
        let margin = 2 * (style.padding.fraction * unit + Double(inset))
        let fitted = min(
            (Double(canvas.width) - margin) / Double(screen.width),
            (Double(canvas.height) - margin) / Double(screen.height))
        // If the screen nearly has its own size, it gets it, so that it is not blurred because of rounding.
        let scale = abs(fitted - 1) * Double(max(screen.width, screen.height)) < Self.rounding ? 1 : fitted
        let (width, height) = (
            max(2, even(Double(screen.width) * scale)), max(2, even(Double(screen.height) * scale))
        )
        self.canvas = Composition.FrameSize(canvas)
        let stack =
            hasCamera ? Stack(card: (width + 2 * inset, height + 2 * inset), padding: style.padding, in: canvas) : nil
        camera = stack?.camera
        let area = PixelArea(
            x: (canvas.width - width) / 2 & ~1, y: stack.map { $0.top + inset } ?? (canvas.height - height) / 2 & ~1,
            width: width, height: height)
        self.screen = area
        card = PixelArea(
            x: area.x - inset, y: area.y - inset, width: width + 2 * inset, height: height + 2 * inset)
        radius = min(style.radius.fraction * unit, Double(min(card.width, card.height)) / 2)
        border = style.border.fraction * unit
    }

    /// Returns the size of the frame before its limits: that of the screen, the padding and the inset, extended to the
    /// aspect ratio. The frame gets no larger than 1920 pixels or the screen, whichever is more.
    private static func canvas(
        _ style: FrameStyle, screen: (width: Int, height: Int)
    ) -> (width: Int, height: Int) {
        let (screenWidth, screenHeight) = (Double(screen.width), Double(screen.height))
        let ratio: Double
        switch style.aspect {
        case .size(let width, let height): return (width, height)
        case .ratio(let width, let height): ratio = Double(width) / Double(height)
        case nil: ratio = screenWidth / screenHeight
        }
        // The least shorter side at which the screen and both margins fit, if a margin is a share of that side.
        let margins = 2 * (style.padding.fraction + style.inset.fraction)
        let (across, down) = (max(1, ratio), max(1, 1 / ratio))
        let side = max(screenWidth / (across - margins), screenHeight / (down - margins))
        let limit = max(fullSide, max(screenWidth, screenHeight))
        let scale = min(1, limit / (side * max(across, down)))
        func length(_ length: Double) -> Int { max(2, Int(saturating: (length * scale).rounded())) }
        return (length(side * across), length(side * down))
    }
}

extension StyleLayout {
    /// The share of a portrait frame's height, at its bottom, over which players on phones draw: an eighth.
    static let coveredPart = 8

    /// Returns true for a frame that phones show upright: at least as high as 4:5.
    static func isPortrait(_ size: (width: Int, height: Int)) -> Bool { size.height * 4 >= size.width * 5 }

    /// The screen above the camera, in the middle of the part of a portrait frame that players leave free.
    private struct Stack {
        /// The upper edge of the card, in pixels; even.
        let top: Int
        let camera: PixelArea

        /// The least height of the camera's area, as a part of the frame's height.
        private static let minPart = 6

        /// - Parameter card: The size of the card, in pixels; even.
        /// - Returns: Nil if the frame is not a portrait, or if there is no room for the camera.
        init?(
            card: (width: Int, height: Int), padding: Percentage, in canvas: (width: Int, height: Int)
        ) {
            guard StyleLayout.isPortrait(canvas) else { return nil }
            func even(_ length: Double) -> Int { Int(saturating: length) & ~1 }
            let margin = even(max(padding.fraction, 0.02) * Double(canvas.width))
            let free = canvas.height - canvas.height / StyleLayout.coveredPart - margin
            // The camera is at most as high as it is wide.
            let height = min(free - card.height - margin / 2, card.width) & ~1
            guard height >= canvas.height / Self.minPart else { return nil }
            let used = card.height + (margin / 2 & ~1) + height
            top = (margin + (free - used) / 2) & ~1
            camera = PixelArea(
                x: (canvas.width - card.width) / 2 & ~1, y: top + card.height + (margin / 2 & ~1), width: card.width,
                height: height)
        }
    }
}
