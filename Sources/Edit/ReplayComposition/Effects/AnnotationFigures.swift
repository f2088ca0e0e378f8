import MediaTime
import ReplayTimeline
import TextRendering

/// The place of the recording's screen in a frame: where its points are, and how large a length is.
struct AnnotationPlace {
    private let geometry: FrameGeometry
    private let size: (width: Int, height: Int)
    private let window: ZoomArea

    /// - Parameters:
    ///   - size: The size of the screen's frame, in pixels.
    ///   - window: The part of the frame that a zoom enlarges to all of it, or nil for all of it.
    init(_ geometry: FrameGeometry, size: (width: Int, height: Int), window: ZoomArea?) {
        (self.geometry, self.size) = (geometry, size)
        self.window = window ?? ZoomArea(PixelArea(x: 0, y: 0, width: size.width, height: size.height))
    }

    /// The same place without its zoom.
    var unzoomed: AnnotationPlace { AnnotationPlace(geometry, size: size, window: nil) }
    /// The factor by which a zoom enlarges the screen.
    var factor: Double { Double(size.width) / window.width }
    /// The length of the shorter side of the screen's frame, in pixels.
    var unit: Double { Double(min(size.width, size.height)) * factor }

    /// Returns the place of a point of the recording's frame, in pixels.
    func point(x: Int, y: Int) -> Contour.Point {
        let place = geometry.place(x: Double(x), y: Double(y), in: size)
        return enlarged(Contour.Point(place.x, place.y))
    }

    func point(_ point: FramePoint) -> Contour.Point { self.point(x: point.x, y: point.y) }

    /// Returns the place of a point of the recording's frame that may lie between its pixels.
    func point(_ point: Contour.Point) -> Contour.Point {
        let place = geometry.place(x: point.x, y: point.y, in: size)
        return enlarged(Contour.Point(place.x, place.y))
    }

    /// Returns the place of a point of the screen's frame without a zoom.
    func enlarged(_ point: Contour.Point) -> Contour.Point {
        (point - Contour.Point(window.x, window.y)) * factor
    }

    /// Returns the upper left corner and the size of a rectangle of the recording's frame.
    func rectangle(_ rectangle: FrameRectangle) -> (corner: Contour.Point, size: Contour.Point) {
        let first = point(x: rectangle.x, y: rectangle.y)
        let second = point(x: rectangle.x + rectangle.width, y: rectangle.y + rectangle.height)
        let corner = pointwiseMin(first, second)
        return (corner, pointwiseMax(first, second) - corner)
    }
}

/// The figures that an annotation consists of at an instant.
struct AnnotationFigures {
    /// The annotation, with its range in ticks of the recording.
    let annotation: Annotation
    let place: AnnotationPlace
    /// The size of the screen's frame, in pixels.
    let size: (width: Int, height: Int)
    /// The visibility, in 0...1.
    let visibility: Double
    let isAppearing: Bool
    /// The renderer, which measures texts.
    let renderer: VectorRenderer

    /// Returns the figures in drawing order. Images are drawn apart.
    func figures() throws(TextRenderingError) -> [VectorFigure] {
        let line = annotation.look.size.fraction * place.unit
        switch annotation.figure {
        case .arrow(let tail, let head):
            let (start, end) = (place.point(tail), place.point(head))
            // The arrow grows while it appears.
            let now = isAppearing ? start + (end - start) * visibility : end
            return raised { [Contour(arrowFrom: start + $0, to: now + $0, width: line)] }
        case .box(let rectangle):
            let (corner, size) = place.rectangle(rectangle)
            return raised { Self.frame(corner + $0, size: size, line: line) }
        case .ellipse(let rectangle):
            let (corner, size) = place.rectangle(rectangle)
            return raised { offset in
                let half = Contour.Point(repeating: line / 2)
                let outer = Contour(ellipse: corner + offset - half, size: size + 2 * half)
                let inner = size - 2 * half
                guard inner.min() > 0 else { return [outer] }
                return [outer, Contour(ellipse: corner + offset + half, size: inner, isReversed: true)]
            }
        case .spotlight(let rectangle): return [darkness(around: place.rectangle(rectangle))]
        case .text(let text, let point): return try label(text.text, at: point, size: line)
        case .step(let number, let point): return disc(number, at: place.point(point), diameter: line)
        case .image, .watermark: return []
        }
    }

    private var opacity: Double {
        annotation.look.opacity.fraction * Double(annotation.look.colour.opacity) / 255 * visibility
    }

    private var colour: LayerColour {
        let colour = annotation.look.colour
        return LayerColour(red: colour.red, green: colour.green, blue: colour.blue)
    }

    /// Black or white, whichever is easier to read on the colour.
    private var ink: LayerColour {
        let colour = annotation.look.colour
        // The luma of ITU-R BT.709.
        let luma = 0.2126 * Double(colour.red) + 0.7152 * Double(colour.green) + 0.0722 * Double(colour.blue)
        return luma > 150 ? LayerColour(red: 24, green: 24, blue: 27) : .white
    }

    /// Returns outlines in the annotation's colour, with a soft shadow.
    /// - Parameter outlines: Returns the outlines, moved by an offset.
    private func raised(_ outlines: (Contour.Point) -> [Contour]) -> [VectorFigure] {
        let unit = place.unit
        let shadow = VectorFigure(
            .outlines(outlines(Contour.Point(0, 0.003 * unit))), colour: .black, opacity: 0.4 * opacity,
            blur: 0.005 * unit)
        return [shadow, VectorFigure(.outlines(outlines(.zero)), colour: colour, opacity: opacity)]
    }

    /// Returns the outline of a rectangle with round corners. The middle of the line is on the rectangle.
    private static func frame(_ corner: Contour.Point, size: Contour.Point, line: Double) -> [Contour] {
        let half = Contour.Point(repeating: line / 2)
        let radius = Contour.Point(repeating: 1.5 * line)
        let outer = Contour(corner - half, size: size + 2 * half, radii: radius + half)
        let inner = size - 2 * half
        guard inner.min() > 0 else { return [outer] }
        return [outer, Contour(corner + half, size: inner, radii: radius - half, isReversed: true)]
    }

    private func darkness(around hole: (corner: Contour.Point, size: Contour.Point)) -> VectorFigure {
        let (unit, blur) = (place.unit, 0.003 * place.unit)
        // The outer edges are blurred outside the frame.
        let margin = Contour.Point(repeating: 16 + 8 * blur)
        let whole = Contour.Point(Double(size.width), Double(size.height))
        let outer = Contour(-margin, size: whole + 2 * margin, radii: .zero)
        let inner = Contour(
            hole.corner, size: hole.size, radii: Contour.Point(repeating: 0.012 * unit), isReversed: true)
        return VectorFigure(.outlines([outer, inner]), colour: .black, opacity: opacity, blur: blur)
    }

    /// Returns a text on a plate, which is moved into the frame if it would reach beyond.
    private func label(
        _ text: String, at point: FramePoint, size line: Double
    ) throws(TextRenderingError) -> [VectorFigure] {
        // The plate is laid out without the zoom, so that it does not slide, and its lines break alike.
        let whole = place.unzoomed
        let (frame, height) = (Contour.Point(Double(size.width), Double(size.height)), line / place.factor)
        let padding = Contour.Point(0.42, 0.2) * height
        let lines = try renderer.broken(text, size: height, width: 0.9 * frame.x - 2 * padding.x)
        let plate = try renderer.extent(of: lines, size: height) + 2 * padding
        let corner = pointwiseMax(.zero, pointwiseMin(whole.point(point), frame - plate))
        let (start, factor) = (place.enlarged(corner), place.factor)
        let radii = Contour.Point(repeating: 0.3 * height * factor)
        return raised { [Contour(start + $0, size: plate * factor, radii: radii)] } + [
            VectorFigure(
                .text(lines, at: start + padding * factor, isCentred: false, size: line), colour: ink,
                opacity: opacity)
        ]
    }

    private func disc(_ number: Int, at middle: Contour.Point, diameter: Double) -> [VectorFigure] {
        // The disc grows while it appears.
        let radius = diameter / 2 * (isAppearing ? 0.6 + 0.4 * visibility : 1)
        func circle(_ part: Double, offset: Contour.Point = .zero, isReversed: Bool = false) -> Contour {
            let radius = Contour.Point(repeating: radius * part)
            return Contour(ellipse: middle + offset - radius, size: 2 * radius, isReversed: isReversed)
        }
        let ring = [circle(1), circle(0.88, isReversed: true)]
        return raised { [circle(0.97, offset: $0)] } + [
            VectorFigure(.outlines(ring), colour: .white, opacity: opacity),
            VectorFigure(
                .text(String(number), at: middle, isCentred: true, size: radius * (number > 9 ? 1.15 : 1.4)),
                colour: ink, opacity: opacity),
        ]
    }
}
