import FFmpeg
import MediaTime
import ReplayTimeline

/// Hides what an edit hides of frames of one size, and draws its texts over them. Used from one thread at a time.
final class FrameEffects {
    /// An effect as it is drawn.
    private struct Drawing {
        /// In ticks of the recording.
        let range: Range<Int64>
        let kind: VideoEffect.Kind
        let area: PixelArea
    }

    private let drawings: [Drawing]
    private let texts: FrameTexts
    /// What is drawn in a range of the recording, in which that does not change.
    private var current: (range: Range<Int64>, drawings: [Drawing]) = (0..<0, [])

    /// - Parameters:
    ///   - effects: of the edit.
    ///   - texts: as they are seen in the output, however that is cropped or turned.
    ///   - timescale: of the recording.
    ///   - size: of the frames, in pixels, even.
    init(
        _ effects: [VideoEffect], texts: [DrawnText], timescale: Int32, geometry: FrameGeometry,
        size: (width: Int, height: Int)
    ) {
        let drawings = effects.compactMap { effect -> Drawing? in
            let range = effect.range.converted(to: timescale, rounding: .nearest)
            return geometry.place(effect.rectangle, in: size).map {
                Drawing(range: range.start.value..<range.end.value, kind: effect.kind, area: $0)
            }
        }
        self.texts = FrameTexts(texts, timescale: timescale, size: size)
        // What is covered is black, whatever else is asked for it.
        self.drawings = drawings.filter { $0.kind != .cover } + drawings.filter { $0.kind == .cover }
    }

    /// The frame as it is shown at an instant of the recording, in ticks; the same one where nothing is hidden or drawn
    /// then.
    func apply(to frame: Frame, at time: Int64) throws -> Frame {
        let drawings = drawings(at: time)
        let layers = try texts.layers(at: time)
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
