import FFmpeg
import MediaTime
import ReplayTimeline
import TextRendering

/// Draws shortcuts as caps of keys over frames of one size. Use it from one thread at a time.
final class FrameKeys {
    private let keys: DrawnKeys?
    private let timescale: Int32
    private let colours: ColourSpace
    private let size: (width: Int, height: Int)
    /// The distance of the lowest caps from the lower edge, in pixels.
    private let margin: Double
    /// The renderer, created for the first shortcut, because finding fonts is slow.
    private var renderer: VectorRenderer?
    /// The layers that were drawn last. They stay the same while no shortcut comes or goes.
    private var last: (shown: [ShortcutPath.Shown], visibility: Double, limit: Int?, layers: [DrawnLayer]) = (
        [], 0, nil, []
    )
    /// The maximum number of attempts to make a row narrower. The width of letters is not quite proportional to their size.
    private static let maxFittings = 4

    /// - Parameters:
    ///   - keys: The shortcuts, or nil if they are not shown.
    ///   - timescale: The timescale of the recording.
    ///   - size: The size of the output's frames, in pixels; even.
    ///   - isClear: True if the lowest part of the frame is left clear, because players on phones draw over it.
    init(
        _ keys: DrawnKeys?, timescale: Int32, colours: ColourSpace, size: (width: Int, height: Int), isClear: Bool
    ) {
        (self.keys, self.timescale, self.colours, self.size) = (keys, timescale, colours, size)
        let least = 0.05 * Double(min(size.width, size.height))
        margin = isClear ? max(least, Double(size.height) / Double(StyleLayout.coveredPart)) : least
    }

    /// Returns the frame with the shortcuts at an instant of the recording, in ticks.
    /// - Parameter limit: Returns the distance of the texts at the bottom from the upper edge, or nil if there are none.
    ///   Shortcuts at the bottom are above them.
    func draw(on frame: Frame, above limit: () throws -> Int?, at time: Int64) throws -> Frame {
        guard let keys, let (shown, visibility) = keys.path.shown(at: MediaTime(value: time, timescale: timescale))
        else {
            return frame
        }
        let limit = try limit()
        if last.shown != shown || last.visibility != visibility || last.limit != limit {
            let layers = try layers(of: shown, look: keys.look, visibility: visibility, above: limit)
            last = (shown, visibility, limit, layers)
        }
        return try frame.painted { planes in for layer in last.layers { planes.draw(layer, in: colours) } }
    }

    private func layers(
        of shown: [ShortcutPath.Shown], look: KeysLook, visibility: Double, above limit: Int?
    ) throws(TextRenderingError) -> [DrawnLayer] {
        let renderer = try openRenderer()
        let (height, room) = (look.size.fraction * Double(min(size.width, size.height)), 0.92 * Double(size.width))
        // The oldest ones make room for the others. A single one that is too wide becomes smaller.
        var rest = shown[...]
        var row = try KeyCaps(Array(rest), height: height, renderer: renderer)
        while row.width > room, rest.count > 1 {
            rest = rest.dropFirst()
            row = try KeyCaps(Array(rest), height: height, renderer: renderer)
        }
        for _ in 0..<Self.maxFittings where row.width > room {
            row = try KeyCaps(Array(rest), height: row.height * room / row.width, renderer: renderer)
        }
        let lowest = min(Double(size.height) - margin, limit.map { Double($0) - 0.3 * height } ?? .infinity)
        let top = look.position == .top ? margin : lowest - row.height
        let corner = Contour.Point((Double(size.width) - row.width) / 2, top)
        return try renderer.layers(of: row.figures(at: corner, visibility: visibility))
    }

    private func openRenderer() throws(TextRenderingError) -> VectorRenderer {
        if let renderer { return renderer }
        let opened = try VectorRenderer(width: size.width, height: size.height)
        renderer = opened
        return opened
    }
}

/// A row of caps: the keys of each shortcut beside each other, and a wider space between two shortcuts.
private struct KeyCaps {
    private typealias Point = Contour.Point

    private struct Cap {
        let text: String
        /// The distance from the left edge of the row, and the width.
        let x: Double
        let width: Double
        /// False for the number of presses, which is on a flat plate.
        let isKey: Bool
    }

    private let caps: [Cap]
    let height: Double
    let width: Double

    /// - Parameter height: The height of a cap, in pixels.
    init(
        _ shown: [ShortcutPath.Shown], height: Double, renderer: VectorRenderer
    ) throws(TextRenderingError) {
        var (caps, x): ([Cap], Double) = ([], 0)
        for (number, shortcut) in shown.enumerated() {
            if number > 0 { x += 0.5 * height }
            for (place, key) in shortcut.keys.enumerated() {
                if place > 0 { x += 0.14 * height }
                let text = try renderer.extent(of: key, size: Self.letters * height).x
                let width = max(height, text + 0.7 * height)
                caps.append(Cap(text: key, x: x, width: width, isKey: true))
                x += width
            }
            guard shortcut.count > 1 else { continue }
            let text = "×\(shortcut.count)"
            x += 0.1 * height
            let width = try renderer.extent(of: text, size: Self.letters * height).x + 0.4 * height
            caps.append(Cap(text: text, x: x, width: width, isKey: false))
            x += width
        }
        (self.caps, self.height, width) = (caps, height, x)
    }

    /// The height of a line of text, relative to a cap.
    private static let letters = 0.5
    private static let ink = LayerColour(red: 244, green: 244, blue: 245)
    private static let face = LayerColour(red: 39, green: 39, blue: 42)
    private static let edge = LayerColour(red: 9, green: 9, blue: 11)

    /// Returns the figures in drawing order.
    func figures(at corner: Contour.Point, visibility: Double) -> [VectorFigure] {
        caps.flatMap { cap -> [VectorFigure] in
            let (place, size) = (corner + Point(cap.x, 0), Point(cap.width, height))
            let letters = VectorFigure(
                .text(
                    cap.text, at: place + size * Point(0.5, cap.isKey ? 0.46 : 0.5), isCentred: true,
                    size: Self.letters * height),
                colour: Self.ink, opacity: visibility)
            let shade = VectorFigure(
                .outlines([box(place + Point(0, 0.04 * height), size)]), colour: .black, opacity: 0.45 * visibility,
                blur: 0.1 * height)
            guard cap.isKey else { return [plate(at: place, size, visibility: visibility), letters] }
            let base = VectorFigure(.outlines([box(place, size)]), colour: Self.edge, opacity: 0.92 * visibility)
            let inset = Point(0.035 * height, 0.035 * height)
            let front = VectorFigure(
                .outlines([box(place + inset, size - inset - inset - Point(0, 0.06 * height))]), colour: Self.face,
                opacity: 0.95 * visibility)
            return [shade, base, front, letters]
        }
    }

    /// Returns a plate that is lower than a cap, so that its text can be read on any ground.
    private func plate(at place: Point, _ size: Point, visibility: Double) -> VectorFigure {
        let margin = Point(0, 0.14 * height)
        return VectorFigure(
            .outlines([box(place + margin, size - margin - margin)]), colour: Self.face, opacity: 0.85 * visibility)
    }

    private func box(_ corner: Point, _ size: Point) -> Contour {
        Contour(corner, size: size, radii: Point(repeating: 0.2 * height))
    }
}
