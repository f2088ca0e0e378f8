import FFmpeg
import ReplayTimeline

/// Puts frames of the screen on the background of a style. What does not depend on the screen is drawn once for each layout.
/// Use it from one thread at a time.
final class StyledFrames {
    /// The parts of the frames in one layout that do not depend on the screen.
    private struct Drawing {
        let layout: StyleLayout
        let corners: CornerMask
        /// Scales the screen to its size in the layout, or nil if it has that size.
        let fitter: FrameFitter?
        /// The layers between the background and the screen: shadows, the line around the card, and the card.
        let layers: [ColourLayer]
        /// The background with the layers, or nil if it shows the screen.
        let backdrop: Frame?
    }

    private let style: FrameStyle
    private let canvas: Composition.FrameSize
    private let size: (width: Int, height: Int)
    private let images: EffectImages
    private let colours: ColourSpace
    private lazy var blur = ScreenBlur(of: size, to: canvas, colours: colours)
    /// The background without layers, or nil if it is not drawn yet or shows the screen.
    private var background: Frame?
    /// The last drawings. The motion of a camera uses many for one frame each.
    private var drawings: [Drawing] = []
    private static let maxDrawings = 4

    /// - Parameters:
    ///   - canvas: The size of the styled frames, in pixels.
    ///   - size: The size of the screen's frames, in pixels.
    ///   - images: The images of the edit, which contain the background image if the style has one.
    ///   - colours: The colour space of the frames.
    init(
        _ style: FrameStyle, canvas: Composition.FrameSize, screen size: (width: Int, height: Int),
        images: EffectImages, colours: ColourSpace
    ) {
        (self.style, self.canvas, self.size, self.images, self.colours) = (style, canvas, size, images, colours)
    }

    /// Returns the styled frame of a frame of the screen.
    /// - Parameters:
    ///   - layout: The layout, whose canvas has the size of the styled frames.
    ///   - plain: The frame without annotations and pointer, which a blurred background shows. Nil if it has none.
    func frame(with screen: Frame, in layout: StyleLayout, blurring plain: Frame? = nil) throws -> Frame {
        let drawing = try drawing(for: layout, showing: plain ?? screen)
        let fitted = try drawing.fitter?.fit(screen) ?? screen
        let backdrop = try drawing.backdrop ?? layered(drawing.layers, over: background(of: plain ?? screen))
        return try backdrop.painted { try drawing.corners.draw(fitted, at: layout.screen, on: $0) }
    }

    private func drawing(for layout: StyleLayout, showing screen: Frame) throws -> Drawing {
        if let known = drawings.first(where: { $0.layout == layout }) { return known }
        let (area, layers) = (layout.screen, makeLayers(for: layout))
        let made = Drawing(
            layout: layout,
            corners: CornerMask(
                width: area.width, height: area.height,
                radius: max(0, layout.radius - Double(area.x - layout.card.x))),
            fitter: (area.width, area.height) == size
                ? nil : FrameFitter(width: area.width, height: area.height, colours: colours),
            layers: layers,
            backdrop: style.background == .blur ? nil : try layered(layers, over: background(of: screen)))
        if drawings.count >= Self.maxDrawings { drawings.removeFirst() }
        drawings.append(made)
        return made
    }

    private func layered(_ layers: [ColourLayer], over background: Frame) throws -> Frame {
        try background.painted { planes in for layer in layers { layer.draw(on: planes) } }
    }

    private func background(of screen: Frame) throws -> Frame {
        if let background { return background }
        let made = try drawnBackground(of: screen)
        if style.background != .blur { background = made }
        return made
    }

    private func drawnBackground(of screen: Frame) throws -> Frame {
        if let gradient = Gradient(style.background, size: canvas, colours: colours) {
            return try Frame.painted(width: canvas.width, height: canvas.height, colours: colours) {
                gradient.draw(on: $0)
            }
        }
        guard let image = style.image.flatMap({ images[$0] }) else { return try blur.apply(to: screen) }
        return try FrameFitter(
            filling: (canvas.width, canvas.height), with: (image.width, image.height), colours: colours
        ).fit(image)
    }

    private func makeLayers(for layout: StyleLayout) -> [ColourLayer] {
        let black = DrawnColour(.black, in: colours)
        let card = layout.card
        let unit = Double(min(canvas.width, canvas.height))
        var layers: [ColourLayer] = []
        if style.shadow != .zero {
            // A wide shadow for the distance from the background, and a narrow one for a sharp edge.
            let parts = [(0.030, 0.014, 0.7), (0.006, 0.003, 0.5)]
            let shadows = parts.map { deviation, offset, part in
                ColourLayer.Shadow(
                    deviation: deviation * unit, offset: Int(saturating: (offset * unit).rounded()),
                    strength: part * style.shadow.fraction)
            }
            layers.append(ColourLayer(black, shadows, of: card, radius: layout.radius, in: canvas))
        }
        func plate(_ colour: StyleColour, margin: Double) -> ColourLayer {
            ColourLayer(
                DrawnColour(colour, in: colours), around: card, radius: layout.radius, margin: margin,
                strength: Double(colour.opacity) / 255, in: canvas)
        }
        if layout.border > 0 { layers.append(plate(style.borderColour, margin: layout.border)) }
        if card != layout.screen { layers.append(plate(style.insetColour, margin: 0)) }
        return layers
    }
}
