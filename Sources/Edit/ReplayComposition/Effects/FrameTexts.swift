import TextRendering

/// Finds the texts that are visible at an instant, and draws each combination of texts once. It is fast if the instants
/// ascend. Use it from one thread at a time.
final class FrameTexts {
    /// The start or end of a text, in ticks of the recording.
    private struct Border {
        let time: Int64
        let text: Int
        let isStart: Bool
    }

    private let texts: [PlacedText]
    /// The borders in ascending order. At the same time, ends come before starts.
    private let borders: [Border]
    private let size: (width: Int, height: Int)
    /// The margin of the renderer.
    private let margin: Int
    /// The renderer, created for the first text, because finding fonts is slow.
    private var renderer: TextRenderer?
    /// The index of the next border. Earlier borders have been passed.
    private var place = 0
    /// The indices of the visible texts, in ascending order.
    private var active: [Int] = []
    /// The layers of the visible texts, or nil if they are not drawn yet.
    private var layers: [DrawnLayer]? = []

    /// - Parameters:
    ///   - timescale: The timescale of the recording.
    ///   - size: The size of the frames, in pixels.
    ///   - isClear: True if players on phones may draw over the lower edge, so that texts keep clear of it.
    init(_ texts: [DrawnText], timescale: Int32, size: (width: Int, height: Int), isClear: Bool = false) {
        self.texts = texts.map(\.text)
        self.size = size
        margin = isClear ? StyleLayout.coveredPart : TextRenderer.standardMargin
        let borders = texts.enumerated().flatMap { number, text -> [Border] in
            let range = text.range.converted(to: timescale, rounding: .nearest)
            guard !range.isEmpty else { return [] }
            return [
                Border(time: range.start.value, text: number, isStart: true),
                Border(time: range.end.value, text: number, isStart: false),
            ]
        }
        self.borders = borders.sorted { ($0.time, $0.isStart ? 1 : 0) < ($1.time, $1.isStart ? 1 : 0) }
    }

    /// Returns the layers to draw at an instant of the recording, in ticks.
    func layers(at time: Int64) throws(TextRenderingError) -> [DrawnLayer] {
        go(to: time)
        if let layers { return layers }
        let drawn = try openRenderer().layers(of: active.map { texts[$0] })
        layers = drawn
        return drawn
    }

    private func openRenderer() throws(TextRenderingError) -> TextRenderer {
        if let renderer { return renderer }
        let opened = try TextRenderer(width: size.width, height: size.height, margin: margin)
        renderer = opened
        return opened
    }

    private func go(to time: Int64) {
        if place > 0, borders[place - 1].time > time { (place, active, layers) = (0, [], []) }
        while place < borders.count, borders[place].time <= time {
            pass(borders[place])
            place += 1
        }
    }

    private func pass(_ border: Border) {
        let index = active.partitioningIndex { $0 >= border.text }
        if border.isStart { active.insert(border.text, at: index) } else { active.remove(at: index) }
        layers = active.isEmpty ? [] : nil
    }
}
