import FFmpeg
import MediaTime
import ReplayTimeline
import TextRendering

/// Hides areas of frames of one size as an edit specifies, and draws its texts over them. Use it from one thread at a
/// time.
final class FrameEffects {
    /// A video effect in the coordinates of the output.
    private struct Drawing {
        /// The range, in ticks of the recording.
        let range: Range<Int64>
        let kind: VideoEffect.Kind
        let area: PixelArea
        let image: VideoEffect.Image?
        /// True if everything is hidden, and not only a rectangle.
        let isWhole: Bool
    }

    private struct FittedImage: Hashable {
        let image: VideoEffect.Image
        let area: PixelArea
    }

    private let drawings: [Drawing]
    private let size: (width: Int, height: Int)
    private let images: EffectImages
    private let colours: ColourSpace
    /// The size of the exported frames, in pixels.
    private let canvas: (width: Int, height: Int)
    /// The images, scaled to the areas that they cover.
    private var fitted: [FittedImage: Frame] = [:]
    private static let maxFitted = 16
    private let texts: FrameTexts
    /// The drawings in a range of the recording in which they do not change.
    private var current: (range: Range<Int64>, drawings: [Drawing]) = (0..<0, [])

    /// - Parameters:
    ///   - effects: The video effects of the edit.
    ///   - images: The images of the effects that cover areas with one.
    ///   - texts: The texts. Crops and turns do not apply to them.
    ///   - timescale: The timescale of the recording.
    ///   - size: The size of the screen's frames, in pixels; even.
    ///   - layout: The layout of the style, or nil if there is none.
    init(
        _ effects: [VideoEffect], images: EffectImages, texts: [DrawnText], timescale: Int32, geometry: FrameGeometry,
        colours: ColourSpace, size: (width: Int, height: Int), layout: StyleLayout?
    ) {
        let drawings = effects.compactMap { effect -> Drawing? in
            let range = effect.range.converted(to: timescale, rounding: .nearest)
            return geometry.place(effect.rectangle, in: size).map {
                Drawing(
                    range: range.start.value..<range.end.value, kind: effect.kind, area: $0, image: effect.image,
                    isWhole: effect.rectangle == nil)
            }
        }
        (self.images, self.colours, self.size) = (images, colours, size)
        canvas = layout.map { ($0.canvas.width, $0.canvas.height) } ?? size
        let isClear = layout != nil && StyleLayout.isPortrait(canvas)
        self.texts = FrameTexts(texts, timescale: timescale, size: canvas, isClear: isClear)
        // Covered areas are drawn last, so that they are black even if another effect has the same area.
        self.drawings = drawings.filter { $0.kind != .cover } + drawings.filter { $0.kind == .cover }
    }

    /// Returns the frame as shown at an instant of the recording, in ticks. Returns the same frame if nothing is hidden
    /// or drawn at that time.
    func apply(to frame: Frame, at time: Int64) throws -> Frame {
        try paint(frame, drawings: drawings(at: time), layers: try texts.layers(at: time))
    }

    /// Hides areas without drawing texts, before a zoom enlarges a part of the screen or a style frames it.
    func hide(in frame: Frame, at time: Int64) throws -> Frame {
        try paint(frame, drawings: drawings(at: time), layers: [])
    }

    /// Returns the distance of the highest text in the lower half of the frame from the upper edge, or nil if there is none.
    func topOfLowTexts(at time: Int64) throws -> Int? {
        let middle = canvas.height / 2
        return try texts.layers(at: time).map(\.y).filter { $0 > middle }.min()
    }

    /// Returns the areas that are hidden at an instant of the recording, as they are seen.
    /// - Parameter window: The part of the screen that a zoom enlarged, or nil for all of it.
    func hiddenAreas(at time: Int64, seenThrough window: ZoomArea?) -> [PixelArea] {
        drawings(at: time).compactMap { drawing in
            guard let window else { return drawing.area }
            return drawing.area.seen(through: window, in: size)
        }
    }

    /// Draws the texts over a frame whose screen was hidden, zoomed and framed. Areas are hidden again over the camera.
    /// - Parameters:
    ///   - window: The part of the screen that a zoom enlarged, or nil for all of it.
    ///   - layout: The layout in which the screen was framed, or nil if it fills the frame.
    ///   - camera: The camera's area, or nil if it is not shown.
    func apply(
        to frame: Frame, seenThrough window: ZoomArea?, in layout: StyleLayout?, over camera: PixelArea?, at time: Int64
    ) throws -> Frame {
        var hidden: [Drawing] = []
        if let camera {
            hidden = drawings(at: time).compactMap { moved($0, seenThrough: window, in: layout, over: camera) }
        }
        return try paint(frame, drawings: hidden, layers: try texts.layers(at: time))
    }

    /// Returns a drawing at its place in the output, or nil if it is not visible there.
    private func moved(
        _ drawing: Drawing, seenThrough window: ZoomArea?, in layout: StyleLayout?, over camera: PixelArea
    ) -> Drawing? {
        let seen = window == nil ? drawing.area : window.flatMap { drawing.area.seen(through: $0, in: size) }
        let area: PixelArea?
        if let layout {
            area = drawing.isWhole ? camera : seen?.moved(to: layout.screen, from: size)?.intersection(camera)
        } else {
            // What does not touch the camera is hidden already. Annotations may be drawn over it.
            area = seen?.intersection(camera) == nil ? nil : seen
        }
        return area.map {
            Drawing(
                range: drawing.range, kind: drawing.kind, area: $0, image: drawing.image, isWhole: drawing.isWhole)
        }
    }

    private func paint(_ frame: Frame, drawings: [Drawing], layers: [DrawnLayer]) throws -> Frame {
        guard drawings.contains(where: { $0.image != nil }) else {
            return try painted(frame, drawings: drawings, layers: layers)
        }
        var made = try painted(frame, drawings: drawings, layers: [])
        for drawing in drawings {
            guard let image = try image(of: drawing) else { continue }
            made = try made.covered(by: image, x: drawing.area.x, y: drawing.area.y)
        }
        return try painted(made, drawings: [], layers: layers)
    }

    private func painted(_ frame: Frame, drawings: [Drawing], layers: [DrawnLayer]) throws -> Frame {
        guard !drawings.isEmpty || !layers.isEmpty else { return frame }
        return try frame.painted { planes in
            for drawing in drawings {
                switch drawing.kind {
                case .cover: planes.cover(drawing.area)
                case .blur: planes.blur(drawing.area)
                case .pixelate: planes.pixelate(drawing.area)
                }
            }
            for layer in layers { planes.draw(layer, in: colours) }
        }
    }

    /// Returns the image that covers an area instead of black. The image is scaled to fill the area, and the rest is
    /// cropped.
    private func image(of drawing: Drawing) throws -> Frame? {
        guard let image = drawing.image, let frame = images[image] else { return nil }
        let key = FittedImage(image: image, area: drawing.area)
        if let made = fitted[key] { return made }
        let fitter = FrameFitter(
            filling: (drawing.area.width, drawing.area.height), with: (frame.width, frame.height), colours: colours)
        let made = try fitter.fit(frame)
        // During the motion of a zoom, each frame may have another area.
        if fitted.count >= Self.maxFitted { fitted = [:] }
        fitted[key] = made
        return made
    }

    private func drawings(at time: Int64) -> [Drawing] {
        if current.range.contains(time) { return current.drawings }
        var (start, end) = (Int64.min, Int64.max)
        var found: [Drawing] = []
        for drawing in drawings {
            for border in [drawing.range.lowerBound, drawing.range.upperBound] {
                if border <= time { start = max(start, border) } else { end = min(end, border) }
            }
            if drawing.range.contains(time) { found.append(drawing) }
        }
        current = (start..<end, found)
        return found
    }
}
