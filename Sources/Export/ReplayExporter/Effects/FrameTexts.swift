import TextRendering

/// Tells which texts are seen at an instant, and draws each group of them once. Used from one thread at a time; it is quick
/// where instants come in order.
final class FrameTexts {
    /// Where a text begins or ends, in ticks of the recording.
    private struct Border {
        let time: Int64
        let text: Int
        let isStart: Bool
    }

    private let texts: [PlacedText]
    /// Ascending; at one time the ends come first.
    private let borders: [Border]
    private let size: (width: Int, height: Int)
    /// There from the first text on: to find fonts takes a while.
    private var renderer: TextRenderer?
    /// The borders before this one have been passed.
    private var place = 0
    /// The texts that are seen there, ascending.
    private var active: [Int] = []
    /// What they look like; nil: not drawn yet.
    private var layers: [TextLayer]? = []

    /// - Parameters:
    ///   - timescale: of the recording.
    ///   - size: of the frames, in pixels.
    init(_ texts: [DrawnText], timescale: Int32, size: (width: Int, height: Int)) {
        self.texts = texts.map(\.text)
        self.size = size
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

    /// What is drawn at an instant of the recording, in ticks.
    func layers(at time: Int64) throws(TextRenderingError) -> [TextLayer] {
        go(to: time)
        if let layers { return layers }
        let drawn = try openRenderer().layers(of: active.map { texts[$0] })
        layers = drawn
        return drawn
    }

    private func openRenderer() throws(TextRenderingError) -> TextRenderer {
        if let renderer { return renderer }
        let opened = try TextRenderer(width: size.width, height: size.height)
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
