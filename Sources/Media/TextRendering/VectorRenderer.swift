import CAss
import Glibc

/// A renderer of figures for frames of one size. Use it from one thread at a time.
package final class VectorRenderer {
    private let renderer: LibassRenderer
    private let size: (width: Int, height: Int)
    /// The sizes of texts that were measured.
    private var measured: [MeasuredText: Contour.Point] = [:]
    private var broken: [BrokenText: String] = [:]
    private static let maxMeasured = 256

    private struct MeasuredText: Hashable {
        let text: String
        let size: Double
    }

    private struct BrokenText: Hashable {
        let text: String
        let size: Double
        let width: Double
    }

    /// Creates a renderer.
    /// - Parameters:
    ///   - width: The width of the frames in pixels, above 0.
    ///   - height: The height of the frames in pixels, above 0.
    /// - Throws: `outOfMemory` if libass cannot start.
    package init(width: Int, height: Int) throws(TextRenderingError) {
        renderer = try LibassRenderer(width: width, height: height)
        size = (width, height)
    }

    /// Returns the layers of figures in drawing order.
    package func layers(of figures: [VectorFigure]) throws(TextRenderingError) -> [DrawnLayer] {
        try renderer.withTrack(size) { track throws(TextRenderingError) in
            for figure in figures { try add(figure, to: track) }
            return renderer.layers(of: track)
        }
    }

    /// Returns the text with line feeds, so that no line is wider than a width in pixels.
    /// - Parameter size: The height of a line, in pixels.
    /// - Throws: `noFont` if nothing can be drawn.
    package func broken(_ text: String, size: Double, width: Double) throws(TextRenderingError) -> String {
        func fits(_ line: Substring) throws(TextRenderingError) -> Bool {
            try extent(of: String(line), size: size).x <= width
        }
        let key = BrokenText(text: text, size: size, width: width)
        if let known = broken[key] { return known }
        let words = try LongWords.broken(text, fits: fits)
        var lines: [Substring] = []
        for line in words.split(separator: "\n", omittingEmptySubsequences: false) {
            if try fits(line) {
                lines.append(line)
                continue
            }
            lines.append("")
            for word in line.split(separator: " ") {
                let longer = lines[lines.count - 1].isEmpty ? word : lines[lines.count - 1] + " " + word
                if try fits(longer) { lines[lines.count - 1] = longer } else { lines.append(word) }
            }
        }
        if broken.count >= Self.maxMeasured { broken = [:] }
        let found = lines.joined(separator: "\n")
        broken[key] = found
        return found
    }

    /// Returns the width and the height of a text in pixels. A width beyond that of the frame is that of the frame.
    /// - Parameter size: The height of a line, in pixels.
    /// - Throws: `noFont` if nothing can be drawn.
    package func extent(of text: String, size: Double) throws(TextRenderingError) -> Contour.Point {
        let key = MeasuredText(text: text, size: size)
        if let known = measured[key] { return known }
        let figure = VectorFigure(.text(text, at: .zero, isCentred: false, size: size), colour: .white)
        let width = try renderer.withTrack(self.size) { track throws(TextRenderingError) in
            try add(figure, to: track)
            var (right, hasFont) = (0, false)
            renderer.forEachImage(of: track) { image in
                (right, hasFont) = (max(right, Int(image.dst_x + image.w)), true)
            }
            guard hasFont else { throw .noFont }
            return right
        }
        let lines = text.count { $0 == "\n" } + 1
        let extent = Contour.Point(Double(width), Double(lines) * size)
        if measured.count >= Self.maxMeasured { measured = [:] }
        measured[key] = extent
        return extent
    }

    private func add(
        _ figure: VectorFigure, to track: UnsafeMutablePointer<ASS_Track>
    ) throws(TextRenderingError) {
        let transparency = UInt8(clamping: Int(((1 - figure.opacity) * 255).rounded()))
        let blur = figure.blur > 0 ? "\\blur\(Self.number(figure.blur))" : ""
        let event: String
        var fontSize = 20.0
        switch figure.content {
        case .outlines(let contours):
            event = "{\\an7\\pos(0,0)\(blur)\\p\(Self.precision)}\(contours.map(\.drawing).joined(separator: " "))"
        case .text(let text, let place, let isCentred, let height):
            // With \q2, lines break only where the text has line feeds.
            let tags = "{\\q2\\an\(isCentred ? 5 : 7)\\pos(\(Self.number(place.x)),\(Self.number(place.y)))\(blur)}"
            event = tags + EventText.escaped(text)
            fontSize = height
        }
        try renderer.add(event, to: track) { style in
            (style.FontSize, style.Bold) = (fontSize, 1)
            style.PrimaryColour = figure.colour.value(transparency: transparency)
            (style.BorderStyle, style.Outline, style.Shadow) = (1, 0, 0)
        }
    }

    /// The exponent of the precision of coordinates: 1/64 pixel.
    private static let precision = 7

    fileprivate static func number(_ value: Double) -> String {
        // The value is limited, because libass reads 32 bits.
        let hundredths = Int((min(max(value, -100_000), 100_000) * 100).rounded())
        let decimals = String(abs(hundredths) % 100 + 100).dropFirst()
        return (hundredths < 0 ? "-" : "") + "\(abs(hundredths) / 100).\(decimals)"
    }
}

extension Contour {
    /// The commands of libass that draw the outline, in 1/64 pixel.
    fileprivate var drawing: String {
        ([("m", [start])] + segments.map(\.command)).map { name, points in
            name + points.map { " \(Self.units($0.x)) \(Self.units($0.y))" }.joined()
        }.joined(separator: " ")
    }

    private static func units(_ value: Double) -> Int { Int((min(max(value, -100_000), 100_000) * 64).rounded()) }
}

extension Contour.Segment {
    fileprivate var command: (String, [Contour.Point]) {
        switch self {
        case .line(let end): ("l", [end])
        case .curve(let first, let second, let end): ("b", [first, second, end])
        }
    }
}
