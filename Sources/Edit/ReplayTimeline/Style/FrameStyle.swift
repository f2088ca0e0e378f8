/// The style of the frames of an export: a background with the screen on it as a card. It applies to the whole
/// recording.
///
/// All lengths are percentages of the frame's shorter side.
public struct FrameStyle: Hashable, Sendable {
    /// The background, which is behind the card.
    public internal(set) var background = StyleBackground.colour(.black)
    /// The least distance from the card to the edges of the frame, in 0...40 %.
    public internal(set) var padding = Percentage.zero
    /// The radius of the card's corners, in 0...20 %. At most half of the card's shorter side.
    public internal(set) var radius = Percentage.zero
    /// The opacity of the card's shadow.
    public internal(set) var shadow = Percentage.zero
    /// The width of the line around the card, in 0...5 %.
    public internal(set) var border = Percentage.zero
    /// The colour of the line.
    public internal(set) var borderColour = StyleColour.white
    /// The distance from the edges of the card to the screen, in 0...9 %.
    public internal(set) var inset = Percentage.zero
    /// The colour of the card around the screen.
    public internal(set) var insetColour = StyleColour.black
    /// The shape of the frame, or nil for the shape of the screen.
    public internal(set) var aspect: StyleAspect?

    /// Creates the style that changes nothing.
    public init() {}

    /// The style that changes nothing.
    public static let none = FrameStyle()

    /// True if frames look as they do without a style.
    public var isPlain: Bool {
        padding == .zero && radius == .zero && shadow == .zero && border == .zero && inset == .zero && aspect == nil
    }

    /// The image in the recording's folder that is the background, or nil if the background is another one.
    public var image: VideoEffect.Image? { if case .image(let image) = background { image } else { nil } }

    /// Returns the same style with another background.
    package func with(_ background: StyleBackground) -> FrameStyle {
        var style = self
        style.background = background
        return style
    }
}
