import CAss

/// A renderer of texts for frames of one size: white with a dark outline in a dark box, legible over every background.
/// Use it from one thread at a time.
package final class TextRenderer {
    private let renderer: LibassRenderer
    private let width: Int
    private let height: Int
    /// The distance of texts from the upper and the lower edge, as a divisor of the height.
    private let margin: Int

    /// The margin of most frames: a twentieth of the height.
    package static let standardMargin = 20
    /// The maximum number of Unicode scalars to draw, because a longer text does not fit into any frame.
    private static let maxLength = 2000

    /// Creates a renderer. Throws `noFont` if no font is installed, and `outOfMemory` if libass cannot start.
    /// - Parameters:
    ///   - width: The width of the frames in pixels, above 0.
    ///   - height: The height of the frames in pixels, above 0.
    ///   - margin: The distance of texts from the upper and the lower edge: the height divided by this number.
    package init(width: Int, height: Int, margin: Int = standardMargin) throws(TextRenderingError) {
        renderer = try LibassRenderer(width: width, height: height)
        (self.width, self.height, self.margin) = (width, height, margin)
        // “M” is visible, so if it draws nothing, there is no font. Other texts may draw nothing because they are invisible.
        guard try !layers(of: [PlacedText("M", at: .middle)]).isEmpty else { throw .noFont }
    }

    /// Returns the layers of the texts in drawing order. Texts with the same place are below each other, in their order.
    package func layers(of texts: [PlacedText]) throws(TextRenderingError) -> [DrawnLayer] {
        // In these units, lines break at the same words in every frame size with the same aspect ratio.
        let side = min(width, height)
        return try renderer.withTrack((Self.lines * width / side, Self.lines * height / side)) {
            track throws(TextRenderingError) in
            for place in PlacedText.Place.allCases {
                let placed = texts.filter { $0.place == place }.map(\.text).joined(separator: "\n")
                if !placed.isEmpty { try add(try withinLines(placed), at: place, to: track) }
            }
            return renderer.layers(of: track)
        }
    }

    /// The length of the frame's shorter side in script units.
    private static let lines = 1080
    private static let fontSize = Double(lines) / 18

    /// Returns the text with line feeds in words that are wider than a line.
    private func withinLines(_ text: String) throws(TextRenderingError) -> String {
        let text = String(text.unicodeScalars.prefix(Self.maxLength))
        let lineWidth = Self.lines * width / min(width, height) * 9 / 10
        // Words up to this length need no measurement, because no character is wider than 1.5 times the font size.
        let shortest = lineWidth * 2 / (3 * Int(Self.fontSize))
        defer { renderer.setFrameSize(width: width, height: height) }
        return try LongWords.broken(text) { word throws(TextRenderingError) in
            if word.count <= shortest { return true }
            return try self.width(of: String(word)) <= lineWidth
        }
    }

    /// Returns the width of a word in script units. It changes the renderer's frame size.
    private func width(of word: String) throws(TextRenderingError) -> Int {
        // A frame wide enough for the whole word, at half scale, because it is only measured.
        let (units, scale) = (max(Self.lines, 2 * Int(Self.fontSize) * word.count), 2)
        renderer.setFrameSize(width: units / scale, height: Self.lines / scale)
        return try renderer.withTrack((units, Self.lines)) { track throws(TextRenderingError) in
            try add(word, at: .middle, to: track)
            var columns: Range<Int>?
            renderer.forEachImage(of: track) { image in
                // Only the white letters count, not the box.
                guard image.color >> 24 == 0xFF else { return }
                let own = Int(image.dst_x)..<Int(image.dst_x + image.w)
                let known = columns ?? own
                columns = min(known.lowerBound, own.lowerBound)..<max(known.upperBound, own.upperBound)
            }
            return (columns?.count ?? 0) * scale
        }
    }

    private func add(
        _ text: String, at place: PlacedText.Place, to track: UnsafeMutablePointer<ASS_Track>
    ) throws(TextRenderingError) {
        let (width, height) = (track.pointee.PlayResX, track.pointee.PlayResY)
        try renderer.add(EventText.escaped(text), to: track) { style in
            style.FontSize = Self.fontSize
            style.PrimaryColour = LayerColour.white.value()
            style.SecondaryColour = LayerColour.white.value()
            style.OutlineColour = LayerColour.black.value()
            style.BackColour = LayerColour.black.value(transparency: 0x40)
            // Style 4 draws one box around all lines. `Shadow` is the distance from the text to the edge of the box.
            (style.BorderStyle, style.Outline, style.Shadow) = (4, 3, 12)
            style.Alignment =
                HALIGN_CENTER | (place == .top ? VALIGN_TOP : place == .middle ? VALIGN_CENTER : VALIGN_SUB)
            (style.MarginL, style.MarginR) = (width / 20, width / 20)
            style.MarginV = height / Int32(margin)
        }
    }
}
