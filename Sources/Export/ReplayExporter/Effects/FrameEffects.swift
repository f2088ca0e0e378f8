import FFmpeg
import MediaTime
import ReplayTimeline
import TextRendering

/// Hides what an edit hides of frames of one size, and draws its texts over them. Used from one thread at a time.
final class FrameEffects {
    /// An effect as it is drawn.
    private struct Drawing {
        /// In ticks of the recording.
        let range: Range<Int64>
        let kind: VideoEffect.Kind
        let area: PixelArea
        let image: VideoEffect.Image?
    }

    private struct FittedImage: Hashable {
        let image: VideoEffect.Image
        let area: PixelArea
    }

    private let drawings: [Drawing]
    private let size: (width: Int, height: Int)
    private let images: EffectImages
    private let colours: ColourSpace
    /// Images as large as the areas that they cover.
    private var fitted: [FittedImage: Frame] = [:]
    private static let maxFitted = 16
    private let texts: FrameTexts
    /// What is drawn in a range of the recording, in which that does not change.
    private var current: (range: Range<Int64>, drawings: [Drawing]) = (0..<0, [])

    /// - Parameters:
    ///   - effects: of the edit.
    ///   - images: that they cover with.
    ///   - texts: as they are seen in the output, however that is cropped or turned.
    ///   - timescale: of the recording.
    ///   - size: of the frames, in pixels, even.
    init(
        _ effects: [VideoEffect], images: EffectImages, texts: [DrawnText], timescale: Int32, geometry: FrameGeometry,
        colours: ColourSpace, size: (width: Int, height: Int)
    ) {
        let drawings = effects.compactMap { effect -> Drawing? in
            let range = effect.range.converted(to: timescale, rounding: .nearest)
            return geometry.place(effect.rectangle, in: size).map {
                Drawing(
                    range: range.start.value..<range.end.value, kind: effect.kind, area: $0, image: effect.image)
            }
        }
        (self.images, self.colours, self.size) = (images, colours, size)
        self.texts = FrameTexts(texts, timescale: timescale, size: size)
        // What is covered is black, whatever else is asked for it.
        self.drawings = drawings.filter { $0.kind != .cover } + drawings.filter { $0.kind == .cover }
    }

    /// The frame as it is shown at an instant of the recording, in ticks; the same one where nothing is hidden or drawn
    /// then.
    func apply(to frame: Frame, at time: Int64) throws -> Frame {
        try paint(frame, drawings(at: time), try texts.layers(at: time))
    }

    /// What is hidden alone, before a zoom makes a part of it larger.
    func hide(in frame: Frame, at time: Int64) throws -> Frame { try paint(frame, drawings(at: time), []) }

    /// The texts over a frame of which a part was made larger, and over a camera in it what is hidden there.
    /// - Parameter window: the part.
    func apply(
        to frame: Frame, seenThrough window: PixelArea, hasCamera: Bool, at time: Int64
    ) throws -> Frame {
        let hidden = hasCamera ? drawings(at: time) : []
        let seen = hidden.compactMap { drawing in
            drawing.area.seen(through: window, in: size).map {
                Drawing(range: drawing.range, kind: drawing.kind, area: $0, image: drawing.image)
            }
        }
        return try paint(frame, seen, try texts.layers(at: time))
    }

    private func paint(_ frame: Frame, _ drawings: [Drawing], _ layers: [TextLayer]) throws -> Frame {
        guard drawings.contains(where: { $0.image != nil }) else { return try painted(frame, drawings, layers) }
        var made = try painted(frame, drawings, [])
        for drawing in drawings {
            guard let image = try image(of: drawing) else { continue }
            made = try made.covered(by: image, x: drawing.area.x, y: drawing.area.y)
        }
        return try painted(made, [], layers)
    }

    private func painted(_ frame: Frame, _ drawings: [Drawing], _ layers: [TextLayer]) throws -> Frame {
        guard !drawings.isEmpty || !layers.isEmpty else { return frame }
        return try frame.painted { planes in
            for drawing in drawings {
                switch drawing.kind {
                case .cover: planes.cover(drawing.area)
                case .blur: planes.blur(drawing.area)
                case .pixelate: planes.pixelate(drawing.area)
                }
            }
            for layer in layers { planes.draw(layer) }
        }
    }

    /// What is shown in an area instead of black: an image that fills it, cut off at its edges where its shape is another.
    private func image(of drawing: Drawing) throws -> Frame? {
        guard let image = drawing.image, let frame = images[image] else { return nil }
        let key = FittedImage(image: image, area: drawing.area)
        if let made = fitted[key] { return made }
        let (width, height) = (drawing.area.width, drawing.area.height)
        let part = FrameRectangle.middle(of: (frame.width, frame.height), shape: (width, height))
        let fitter = FrameFitter(
            width: width, height: height, colours: colours,
            geometry: FrameGeometry(width: frame.width, height: frame.height, crop: part))
        let made = try fitter.fit(frame)
        // On the way of a zoom each frame may have another area.
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
