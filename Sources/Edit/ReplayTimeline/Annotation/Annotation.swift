public import MediaTime

/// A drawing over the screen in a range of the recording, such as an arrow or a text, or a watermark.
///
/// All but a watermark keep their place on the screen: a zoom enlarges them, and a crop may leave them out.
public struct Annotation: Hashable, Sendable {
    /// The kinds of annotations.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// An arrow.
        case arrow
        /// The outline of a rectangle.
        case box
        /// The outline of an ellipse.
        case ellipse
        /// A text on a plate.
        case text
        /// A numbered disc.
        case step
        /// Darkness around a rectangle.
        case spotlight
        /// An image on the screen.
        case image
        /// An image in a corner of the exported frame.
        case watermark
    }

    /// The figure that is drawn.
    public enum Figure: Hashable, Sendable {
        /// An arrow from one point to another.
        case arrow(from: FramePoint, to: FramePoint)
        /// The outline of a rectangle.
        case box(FrameRectangle)
        /// The outline of the ellipse that fills a rectangle.
        case ellipse(FrameRectangle)
        /// A text on a plate, by the plate's upper left corner.
        case text(TitleText, at: FramePoint)
        /// A numbered disc, by its middle. The number is in ``Annotation/numbers``.
        case step(Int, at: FramePoint)
        /// Darkness around a rectangle.
        case spotlight(FrameRectangle)
        /// An image, fitted into a rectangle.
        case image(VideoEffect.Image, in: FrameRectangle)
        /// An image in a corner of the exported frame.
        case watermark(VideoEffect.Image, at: CameraPlacement.Corner)
    }

    /// The figure.
    public let figure: Figure
    /// The range, in the recording's time.
    public let range: TimeRange
    /// The colour, size and opacity.
    public let look: AnnotationLook

    /// The valid numbers of steps.
    public static let numbers = 1...99

    /// Creates an annotation with a look, or with that of its kind.
    public init(_ figure: Figure, during range: TimeRange, look: AnnotationLook? = nil) {
        (self.figure, self.range) = (figure, range)
        self.look = look ?? AnnotationLook(of: figure.kind)
    }
}

extension Annotation {
    /// The kind of the figure.
    public var kind: Kind { figure.kind }

    /// The rectangle of the figure, or nil if it has none.
    public var rectangle: FrameRectangle? {
        switch figure {
        case .box(let rectangle), .ellipse(let rectangle), .spotlight(let rectangle), .image(_, let rectangle):
            rectangle
        case .arrow, .text, .step, .watermark: nil
        }
    }

    /// The points of the figure: none, one, or both ends of an arrow.
    public var points: [FramePoint] {
        switch figure {
        case .arrow(let tail, let head): [tail, head]
        case .text(_, let point), .step(_, let point): [point]
        case .box, .ellipse, .spotlight, .image, .watermark: []
        }
    }

    /// The image in the recording's folder that is drawn, or nil if there is none.
    public var image: VideoEffect.Image? {
        switch figure {
        case .image(let image, _), .watermark(let image, _): image
        case .arrow, .box, .ellipse, .text, .step, .spotlight: nil
        }
    }

    /// Returns the same annotation with another image, or itself if it has none.
    package func with(_ image: VideoEffect.Image) -> Annotation {
        switch figure {
        case .image(_, let rectangle): Annotation(.image(image, in: rectangle), during: range, look: look)
        case .watermark(_, let corner): Annotation(.watermark(image, at: corner), during: range, look: look)
        case .arrow, .box, .ellipse, .text, .step, .spotlight: self
        }
    }

    /// Returns the same annotation in another range.
    package func with(_ range: TimeRange) -> Annotation { Annotation(figure, during: range, look: look) }
}

extension Annotation.Figure {
    /// The kind of the figure.
    public var kind: Annotation.Kind {
        switch self {
        case .arrow: .arrow
        case .box: .box
        case .ellipse: .ellipse
        case .text: .text
        case .step: .step
        case .spotlight: .spotlight
        case .image: .image
        case .watermark: .watermark
        }
    }
}

extension Annotation {
    /// The time in which it appears, that in which it stays, and that in which it disappears. Empty ones are left out.
    package var parts: [(range: TimeRange, isMoving: Bool)] {
        let (there, back) = (range.start + transition, range.end - transition)
        let parts = [
            (TimeRange(start: range.start, end: there), true), (TimeRange(start: there, end: back), false),
            (TimeRange(start: back, end: range.end), true),
        ]
        return parts.filter { !$0.0.isEmpty }
    }

    /// The visibility at an instant, from 0 (not drawn) to 1. The curve is 3x² - 2x³.
    /// - Parameter tick: The instant of the recording, in the timescale of `range`.
    package func visibility(at tick: Int64) -> Double {
        let (since, left) = (tick - range.start.value, range.end.value - tick)
        guard since >= 0, left > 0 else { return 0 }
        guard transition > .zero, case let part = min(since, left), part < transition.value else { return 1 }
        let x = Double(part) / Double(transition.value)
        return x * x * (3 - 2 * x)
    }

    /// True if the annotation is appearing, rather than disappearing, at an instant of its range.
    package func isAppearing(at tick: Int64) -> Bool { tick - range.start.value < transition.value }

    /// The duration of each transition, in ticks of the range. At most half of the range.
    private var transition: MediaTime {
        let half = MediaTime(value: range.duration.value / 2, timescale: range.duration.timescale)
        return min(look.ease.converted(to: half.timescale, rounding: .nearest), half)
    }
}
