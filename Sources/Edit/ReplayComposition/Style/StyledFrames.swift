import FFmpeg
import ReplayTimeline

/// Puts frames of the screen on the background of a style. What does not depend on the screen is drawn once. Use it from
/// one thread at a time.
final class StyledFrames {
    private let style: FrameStyle
    private let layout: StyleLayout
    private let colours: ColourSpace
    private let images: EffectImages
    private let corners: CornerMask
    /// The layers between the background and the screen: shadows, the line around the card, and the card.
    private lazy var layers = makeLayers()
    /// The background with the layers, or nil if it is not drawn yet or shows the screen.
    private var backdrop: Frame?
    private lazy var blur = ScreenBlur(
        of: (layout.screen.width, layout.screen.height), to: layout.canvas, colours: colours)

    /// - Parameters:
    ///   - images: The images of the edit, which contain the background image if the style has one.
    ///   - colours: The colour space of the frames.
    init(_ style: FrameStyle, layout: StyleLayout, images: EffectImages, colours: ColourSpace) {
        (self.style, self.layout, self.images, self.colours) = (style, layout, images, colours)
        let inset = Double(layout.screen.x - layout.card.x)
        corners = CornerMask(
            width: layout.screen.width, height: layout.screen.height, radius: max(0, layout.radius - inset))
    }

    /// Returns the styled frame of a frame of the screen.
    /// - Parameter plain: The frame without annotations and pointer, which a blurred background shows. Nil if it has none.
    func frame(with screen: Frame, blurring plain: Frame? = nil) throws -> Frame {
        try backdrop(of: plain ?? screen).painted { try corners.draw(screen, at: layout.screen, on: $0) }
    }

    private func backdrop(of screen: Frame) throws -> Frame {
        if let backdrop { return backdrop }
        let made = try background(of: screen).painted { planes in for layer in layers { layer.draw(on: planes) } }
        if style.background != .blur { (backdrop, layers) = (made, []) }
        return made
    }

    private func background(of screen: Frame) throws -> Frame {
        let canvas = layout.canvas
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

    private func makeLayers() -> [ColourLayer] {
        let black = DrawnColour(.black, in: colours)
        let (card, canvas) = (layout.card, layout.canvas)
        let unit = Double(min(canvas.width, canvas.height))
        var layers: [ColourLayer] = []
        if style.shadow != .zero {
            // A wide shadow for the distance from the background, and a narrow one for a sharp edge.
            let parts = [(0.030, 0.014, 0.7), (0.006, 0.003, 0.5)]
            let shadows = parts.map { deviation, offset, part in
                ColourLayer.Shadow(
                    deviation: deviation * unit, offset: offset * unit, strength: part * style.shadow.fraction)
            }
            layers.append(ColourLayer(black, shadows, of: card, in: canvas))
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
