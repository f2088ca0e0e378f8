package import ReplayTimeline

/// The places of the parts of a styled frame, in pixels. A pure value.
package struct StyleLayout: Sendable, Equatable {
    /// The size of the frame; even.
    package let canvas: Composition.FrameSize
    /// The screen's place on the frame.
    package let screen: PixelArea
    /// The distance from the edges of the card to the screen.
    private let inset: Int
    /// The radius of the card's corners.
    let radius: Double
    /// The width of the line around the card.
    let border: Double
    /// The distance between the screen, the camera and the edges of the frame if the camera is beside the screen; even.
    private let gap: Int
    /// The camera's area beside the screen, or nil if the camera is elsewhere.
    let camera: PixelArea?

    /// The longer side that a frame has at least before the screen must shrink to make room for the padding.
    private static let fullSide = 1920.0
    /// The greatest difference between two lengths that are the same except for rounding, in pixels.
    private static let rounding = 5.0

    /// The least gap between the screen and a camera beside it, as a part of the frame's shorter side.
    private static let leastGap = 0.02

    /// Creates the layout of an edit's frames, or returns nil if the edit has no style.
    /// - Parameter hasCamera: True if the camera is shown at its standard place.
    package init?(
        of edit: Edit, screen: (width: Int, height: Int), limits: FrameSizeLimits, hasCamera: Bool = false
    ) {
        guard !edit.style.isPlain else { return nil }
        self.init(edit.style, screen: screen, limits: limits, hasCamera: hasCamera)
    }

    /// The longest side of a frame whose screen is reduced, and the factor by which it may be larger than necessary.
    private static let (reducedSide, reducedGrowth) = (1600.0, 1.12)

    /// Creates the layout of an edit's frames for a screen that is reduced. Returns nil if the edit has no style.
    ///
    /// All places are even, so the layout differs from that of the whole frame by up to a pixel. Of the frames with about
    /// the wanted size, the one with the least difference is taken.
    /// - Parameters:
    ///   - screen: The size of the screen without a style, in pixels.
    ///   - size: The least size of the reduced screen, in pixels.
    ///   - hasCamera: True if the camera is shown at its standard place.
    init?(
        of edit: Edit, screen: (width: Int, height: Int), reducedTo size: (width: Int, height: Int), hasCamera: Bool
    ) {
        let whole = StyleLayout(of: edit, screen: screen, limits: FrameSizeLimits(), hasCamera: hasCamera)
        guard let whole else { return nil }
        let longest = Double(max(whole.canvas.width, whole.canvas.height))
        let side = min(Self.reducedSide, longest * Double(size.width) / Double(whole.screen.width))
        let sides = stride(
            from: Int(saturating: side.rounded()), through: Int(saturating: side * Self.reducedGrowth), by: 2)
        let layouts = sides.map { side in
            StyleLayout(
                edit.style, screen: screen, limits: FrameSizeLimits(maxLongSide: side), hasCamera: hasCamera)
        }
        guard let nearest = layouts.min(by: { $0.difference(from: whole) < $1.difference(from: whole) }) else {
            return nil
        }
        self = nearest
    }

    /// The places of the screen's edges, as parts of the frame's width and height.
    private var edges: [Double] {
        [screen.x, screen.x + screen.width].map { Double($0) / Double(canvas.width) }
            + [screen.y, screen.y + screen.height].map { Double($0) / Double(canvas.height) }
    }

    /// The greatest distance of an edge of the screen from its place in another layout, as a part of the frame.
    private func difference(from other: StyleLayout) -> Double {
        zip(edges, other.edges).reduce(0) { max($0, abs($1.0 - $1.1)) }
    }

    /// - Parameters:
    ///   - screen: The size of the screen without a style, in pixels.
    ///   - limits: The limits of the frame's size.
    ///   - hasCamera: True if the camera is shown at its standard place.
    init(_ style: FrameStyle, screen: (width: Int, height: Int), limits: FrameSizeLimits, hasCamera: Bool = false) {
        let canvas = limits.evenFitted(Self.canvas(style, screen: screen))
        let unit = Double(min(canvas.width, canvas.height))
        func even(_ length: Double) -> Int { Int(saturating: (length / 2).rounded()) * 2 }
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
        (self.screen, self.inset) = (area, inset)
        gap = max(2, even(max(style.padding.fraction, Self.leastGap) * unit))
        radius = min(style.radius.fraction * unit, Double(min(width, height) + 2 * inset) / 2)
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
    /// The screen with the card's inset around it.
    var card: PixelArea {
        PixelArea(
            x: screen.x - inset, y: screen.y - inset, width: screen.width + 2 * inset, height: screen.height + 2 * inset
        )
    }

    /// True if the screen fills the frame.
    var isFilled: Bool { screen == PixelArea(x: 0, y: 0, width: canvas.width, height: canvas.height) }

    /// Creates the same frame with the screen and the camera in other places.
    private init(_ layout: StyleLayout, screen: PixelArea, camera: PixelArea?, radius: Double? = nil) {
        (canvas, inset, gap, border) = (layout.canvas, layout.inset, layout.gap, layout.border)
        (self.screen, self.camera) = (screen, camera)
        self.radius = min(radius ?? layout.radius, Double(min(screen.width, screen.height) + 2 * layout.inset) / 2)
    }

    /// The layout with the screen in the middle, and without a camera beside it.
    var centred: StyleLayout {
        guard camera != nil else { return self }
        let y = (canvas.height - screen.height) / 2 & ~1
        let middle = PixelArea(x: screen.x, y: y, width: screen.width, height: screen.height)
        return StyleLayout(self, screen: middle, camera: nil)
    }

    /// Returns a layout between this one and another one of the same frame.
    /// - Parameter progress: The part of the way, in 0...1.
    func between(_ other: StyleLayout, progress: Double) -> StyleLayout {
        StyleLayout(
            self, screen: screen.between(other.screen, progress: progress), camera: other.camera,
            radius: radius + (other.radius - radius) * progress)
    }

    /// Returns the layout with the camera beside the screen, both as one group in the middle.
    /// - Parameter size: The size of the camera's frames, in pixels.
    /// - Returns: Nil if there is no room.
    func with(_ panel: CameraPanel, of size: (width: Int, height: Int)) -> StyleLayout? {
        let isBelow = panel.side == .below
        // Players on phones draw over the lowest part of a portrait frame.
        let isShort = isBelow && Self.isPortrait((canvas.width, canvas.height))
        let height = (isShort ? canvas.height - canvas.height / Self.coveredPart : canvas.height) & ~1
        let length = (isBelow ? height : canvas.width) * panel.percent / 100 & ~1
        let room = (
            width: canvas.width - 2 * gap - (isBelow ? 0 : gap + length),
            height: height - 2 * gap - (isBelow ? gap + length : 0)
        )
        guard let shown = screenSize(in: room) else { return nil }
        let card = (width: shown.width + 2 * inset, height: shown.height + 2 * inset)
        // Below a wide screen, the camera's frame is whole, because it would be cropped to a strip.
        let whole = min(canvas.width - 2 * gap, length * size.width / max(1, size.height)) & ~1
        let camera =
            isBelow ? (width: isShort ? card.width : whole, height: length) : (width: length, height: card.height)
        guard camera.width >= 2, camera.height >= 2 else { return nil }
        // The camera's place in relation to the card.
        let (x, y) =
            switch panel.side {
            case .right: (card.width + gap, 0)
            case .left: (-camera.width - gap, 0)
            case .below: ((card.width - camera.width) / 2 & ~1, card.height + gap)
            }
        let (first, last) = (min(0, x), max(card.width, x + camera.width))
        let left = ((canvas.width - last + first) / 2 & ~1) - first
        let top = (height - max(card.height, y + camera.height)) / 2 & ~1
        return StyleLayout(
            self, screen: PixelArea(x: left + inset, y: top + inset, width: shown.width, height: shown.height),
            camera: PixelArea(x: left + x, y: top + y, width: camera.width, height: camera.height))
    }

    /// Returns the size of the screen if its card must fit into an area, or nil if there is no room.
    private func screenSize(in room: (width: Int, height: Int)) -> (width: Int, height: Int)? {
        let scale = min(
            1, Double(room.width - 2 * inset) / Double(screen.width),
            Double(room.height - 2 * inset) / Double(screen.height))
        func scaled(_ length: Int) -> Int { Int(saturating: (Double(length) * scale / 2).rounded()) * 2 }
        let size = (width: scaled(screen.width), height: scaled(screen.height))
        return size.width >= 2 && size.height >= 2 ? size : nil
    }

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
