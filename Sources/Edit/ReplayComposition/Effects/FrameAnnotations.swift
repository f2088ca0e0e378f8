import FFmpeg
import FFmpegFilter
import MediaTime
import ReplayTimeline
import TextRendering

/// Draws annotations over frames of one size. Use it from one thread at a time.
final class FrameAnnotations {
    /// An annotation at an instant.
    private struct Shown: Equatable {
        let number: Int
        let visibility: Double
        let isAppearing: Bool
    }

    private struct FittedImage: Hashable {
        let image: VideoEffect.Image
        let width: Int
        let height: Int
    }

    /// The annotations, with ranges in ticks of the recording.
    private let annotations: [Annotation]
    private let images: EffectImages
    private let geometry: FrameGeometry
    private let colours: ColourSpace
    private let size: (width: Int, height: Int)
    private let canvas: (width: Int, height: Int)
    private let isClear: Bool
    /// The renderer, created for the first figure, because finding fonts is slow.
    private var renderer: VectorRenderer?
    /// The layers that were drawn last. They stay the same while neither an annotation nor the zoom moves.
    private var last: (shown: [Shown], window: ZoomArea?, layers: [DrawnLayer]) = ([], nil, [])
    private var fitted: [FittedImage: TransparentImage] = [:]
    private static let maxFitted = 16

    /// - Parameters:
    ///   - images: The images that the annotations name.
    ///   - timescale: The timescale of the recording.
    ///   - size: The size of the screen's frames, in pixels; even.
    ///   - layout: The layout of the style, or nil if there is none.
    init(
        _ annotations: [Annotation], images: EffectImages, timescale: Int32, geometry: FrameGeometry,
        colours: ColourSpace, size: (width: Int, height: Int), layout: StyleLayout?
    ) {
        self.annotations = annotations.map { $0.with($0.range.converted(to: timescale, rounding: .nearest)) }
        (self.images, self.geometry, self.colours, self.size) = (images, geometry, colours, size)
        canvas = layout.map { ($0.canvas.width, $0.canvas.height) } ?? size
        isClear = layout != nil && StyleLayout.isPortrait(canvas)
    }

    /// Returns true if something is drawn at an instant of the recording, in ticks.
    func areShown(at time: Int64) -> Bool { !shown(at: time).isEmpty }

    private func shown(at time: Int64) -> [Shown] {
        annotations.indices.compactMap { number in
            let visibility = annotations[number].visibility(at: time)
            guard visibility > 0 else { return nil }
            return Shown(
                number: number, visibility: visibility, isAppearing: annotations[number].isAppearing(at: time))
        }
    }

    /// Draws images on the screen before a zoom enlarges it.
    func place(on screen: Frame, at time: Int64) throws -> Frame {
        let place = AnnotationPlace(geometry, size: size, window: nil)
        return try draw(on: screen, of: size, at: time) { annotation, source in
            guard case .image(_, let rectangle) = annotation.figure else { return nil }
            let (corner, room) = place.rectangle(rectangle)
            let scale = min(room.x / Double(source.width), room.y / Double(source.height))
            let (width, height) = (Double(source.width) * scale, Double(source.height) * scale)
            let (x, y) = (corner.x + (room.x - width) / 2, corner.y + (room.y - height) / 2)
            return Self.area(x: x, y: y, width: width, height: height)
        }
    }

    /// Draws watermarks on the frame of the output.
    func mark(_ frame: Frame, at time: Int64) throws -> Frame {
        let unit = Double(min(canvas.width, canvas.height))
        let (whole, margin) = (Contour.Point(Double(canvas.width), Double(canvas.height)), 0.03 * unit)
        return try draw(on: frame, of: canvas, at: time) { annotation, source in
            guard case .watermark(_, let corner) = annotation.figure else { return nil }
            let width = annotation.look.size.fraction * unit
            let height = width * Double(source.height) / Double(source.width)
            let bottom = isClear ? max(margin, whole.y / Double(StyleLayout.coveredPart)) : margin
            let isLeft = corner == .bottomLeft || corner == .topLeft
            let isTop = corner == .topLeft || corner == .topRight
            return Self.area(
                x: isLeft ? margin : whole.x - margin - width, y: isTop ? margin : whole.y - bottom - height,
                width: width, height: height)
        }
    }

    private static func area(x: Double, y: Double, width: Double, height: Double) -> PixelArea {
        func even(_ length: Double) -> Int { Int(saturating: (length / 2).rounded()) * 2 }
        return PixelArea(x: even(x), y: even(y), width: max(2, even(width)), height: max(2, even(height)))
    }

    /// Draws images at the places that `area` returns.
    private func draw(
        on frame: Frame, of size: (width: Int, height: Int), at time: Int64,
        _ area: (_ annotation: Annotation, _ source: Frame) -> PixelArea?
    ) throws -> Frame {
        var drawn = frame
        for shown in shown(at: time) {
            let annotation = annotations[shown.number]
            guard let image = annotation.image, let source = images[image],
                let area = area(annotation, source)
            else { continue }
            let made = try fit(image, source, area)
            drawn = try drawn.painted {
                made.draw(
                    on: $0, x: area.x, y: area.y, strength: annotation.look.opacity.fraction * shown.visibility,
                    size: size)
            }
        }
        return drawn
    }

    private func fit(_ image: VideoEffect.Image, _ source: Frame, _ area: PixelArea) throws -> TransparentImage {
        let key = FittedImage(image: image, width: area.width, height: area.height)
        if let known = fitted[key] { return known }
        let made = try TransparentImage.fitted(source, width: area.width, height: area.height, colours: colours)
        if fitted.count >= Self.maxFitted { fitted = [:] }
        fitted[key] = made
        return made
    }

    /// Draws figures on the screen.
    /// - Parameter window: The part of the screen that a zoom has enlarged, or nil for all of it.
    func draw(on screen: Frame, seenThrough window: ZoomArea?, at time: Int64) throws -> Frame {
        let layers = try layers(seenThrough: window, at: time)
        guard !layers.isEmpty else { return screen }
        return try screen.painted { planes in for layer in layers { planes.draw(layer, in: colours) } }
    }

    private func layers(seenThrough window: ZoomArea?, at time: Int64) throws(TextRenderingError) -> [DrawnLayer] {
        // A spotlight darkens the screen, but no other annotation.
        let figures = shown(at: time).filter { annotations[$0.number].image == nil }
        let shown = figures.filter { isSpotlight($0.number) } + figures.filter { !isSpotlight($0.number) }
        if shown.isEmpty { return [] }
        if last.shown == shown, last.window == window { return last.layers }
        let renderer = try openRenderer()
        let place = AnnotationPlace(geometry, size: size, window: window)
        var outlines: [VectorFigure] = []
        for each in shown {
            outlines += try AnnotationFigures(
                annotation: annotations[each.number], place: place, size: size, visibility: each.visibility,
                isAppearing: each.isAppearing, renderer: renderer
            ).figures()
        }
        last = (shown, window, try renderer.layers(of: outlines))
        return last.layers
    }

    private func isSpotlight(_ number: Int) -> Bool {
        if case .spotlight = annotations[number].figure { true } else { false }
    }

    private func openRenderer() throws(TextRenderingError) -> VectorRenderer {
        if let renderer { return renderer }
        let opened = try VectorRenderer(width: size.width, height: size.height)
        renderer = opened
        return opened
    }
}
