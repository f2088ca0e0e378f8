import CAss
import Glibc

/// Draws texts over frames of one size: white with a dark outline, in a dark box, so that they are legible over everything.
/// Used from one thread at a time.
package final class TextRenderer {
    private let library: OpaquePointer
    private let renderer: OpaquePointer
    private let width: Int
    private let height: Int

    /// More than this fills any frame.
    private static let maxLength = 2000
    private static let fontName = "sans-serif"

    /// - Parameters:
    ///   - width: of the frames, in pixels, above 0.
    ///   - height: as `width`.
    package init(width: Int, height: Int) throws(TextRenderingError) {
        guard let library = ass_library_init() else { throw .outOfMemory }
        replay_ass_be_silent(library)
        guard let renderer = ass_renderer_init(library) else {
            ass_library_done(library)
            throw .outOfMemory
        }
        (self.library, self.renderer, self.width, self.height) = (library, renderer, width, height)
        setFrameSize(width, height)
        // In MiB: no text comes again.
        ass_set_cache_limits(renderer, 0, 16)
        let provider = Int32(ASS_FONTPROVIDER_AUTODETECT.rawValue)
        Self.fontName.withCString { ass_set_fonts(renderer, nil, $0, provider, nil, 1) }
        // What draws nothing may be a text without a visible character; this has one.
        guard try !layers(of: [PlacedText("M", .middle)]).isEmpty else { throw .noFont }
    }

    deinit {
        ass_renderer_done(renderer)
        ass_library_done(library)
    }

    /// What is drawn, the first layer first. Texts of one place stand below each other in their order.
    package func layers(of texts: [PlacedText]) throws(TextRenderingError) -> [TextLayer] {
        guard let track = ass_new_track(library) else { throw .outOfMemory }
        defer { ass_free_track(track) }
        // The same lines break at the same words in each size of a shape.
        track.pointee.PlayResX = Int32(clamping: Self.lines * width / min(width, height))
        track.pointee.PlayResY = Int32(clamping: Self.lines * height / min(width, height))
        track.pointee.ScaledBorderAndShadow = 1
        for place in PlacedText.Place.allCases {
            let placed = texts.filter { $0.place == place }.map(\.text).joined(separator: "\n")
            if !placed.isEmpty { try add(try withinLines(placed), at: place, to: track) }
        }
        guard track.pointee.n_events > 0 else { return [] }
        return images(ass_render_frame(renderer, track, 0, nil))
    }

    /// Units of the shorter side.
    private static let lines = 1080
    private static let fontSize = Double(lines) / 18

    /// A text whose words are no wider than a line.
    private func withinLines(_ text: String) throws(TextRenderingError) -> String {
        let text = String(text.unicodeScalars.prefix(Self.maxLength))
        let lineWidth = Self.lines * width / min(width, height) * 9 / 10
        // No character of these is wider than half as much again as it is high.
        let shortest = lineWidth * 2 / (3 * Int(Self.fontSize))
        defer { setFrameSize(width, height) }
        return try LongWords.broken(text) { word throws(TextRenderingError) in
            if word.count <= shortest { return true }
            return try self.width(of: String(word)) <= lineWidth
        }
    }

    /// How wide a word is, in units; with a frame of another size afterwards.
    private func width(of word: String) throws(TextRenderingError) -> Int {
        guard let track = ass_new_track(library) else { throw .outOfMemory }
        defer { ass_free_track(track) }
        // Wide enough for all that is looked at, and half as large as its units: nobody sees it.
        let (units, scale) = (max(Self.lines, 2 * Int(Self.fontSize) * word.count), 2)
        (track.pointee.PlayResX, track.pointee.PlayResY) = (Int32(clamping: units), Int32(clamping: Self.lines))
        setFrameSize(units / scale, Self.lines / scale)
        try add(word, at: .middle, to: track)
        var columns: Range<Int>?
        var next = ass_render_frame(renderer, track, 0, nil)
        while let image = next?.pointee {
            // The letters alone, not the box.
            if image.color >> 24 == 0xFF {
                let own = Int(image.dst_x)..<Int(image.dst_x + image.w)
                let known = columns ?? own
                columns = min(known.lowerBound, own.lowerBound)..<max(known.upperBound, own.upperBound)
            }
            next = image.next
        }
        return (columns?.count ?? 0) * scale
    }

    private func setFrameSize(_ width: Int, _ height: Int) {
        ass_set_frame_size(renderer, Int32(clamping: width), Int32(clamping: height))
        ass_set_storage_size(renderer, Int32(clamping: width), Int32(clamping: height))
    }

    private func add(
        _ text: String, at place: PlacedText.Place, to track: UnsafeMutablePointer<ASS_Track>
    ) throws(TextRenderingError) {
        let style = ass_alloc_style(track)
        let event = ass_alloc_event(track)
        // Of libass's, by its own allocation: it frees them.
        guard style >= 0, event >= 0, let name = strdup(""), let font = strdup(Self.fontName),
            let content = strdup(EventText.escaped(text))
        else { throw .outOfMemory }
        Self.set(&track.pointee.styles[Int(style)], place, name: name, font: font, of: track.pointee)
        track.pointee.events[Int(event)].Duration = 1000
        track.pointee.events[Int(event)].ReadOrder = event
        track.pointee.events[Int(event)].Style = style
        track.pointee.events[Int(event)].Text = content
    }

    private static func set(
        _ style: inout ASS_Style, _ place: PlacedText.Place, name: UnsafeMutablePointer<CChar>,
        font: UnsafeMutablePointer<CChar>, of track: ASS_Track
    ) {
        (style.Name, style.FontName, style.FontSize) = (name, font, fontSize)
        // Red, green, blue, and how transparent.
        (style.PrimaryColour, style.SecondaryColour) = (0xFFFF_FF00, 0xFFFF_FF00)
        (style.OutlineColour, style.BackColour) = (0x0000_0000, 0x0000_0040)
        (style.ScaleX, style.ScaleY) = (1, 1)
        // One box around all lines, so much larger than they are as the shadow says.
        (style.BorderStyle, style.Outline, style.Shadow) = (4, 3, 12)
        style.Alignment = HALIGN_CENTER | (place == .top ? VALIGN_TOP : place == .middle ? VALIGN_CENTER : VALIGN_SUB)
        (style.MarginL, style.MarginR, style.MarginV) = (track.PlayResX / 20, track.PlayResX / 20, track.PlayResY / 20)
        // From the right or from the left, as the text is.
        style.Encoding = -1
    }

    private func images(_ first: UnsafeMutablePointer<ASS_Image>?) -> [TextLayer] {
        var layers: [TextLayer] = []
        var next = first
        while let image = next?.pointee {
            if let layer = layer(image) { layers.append(layer) }
            next = image.next
        }
        return layers
    }

    /// What of an image lies within the frame.
    private func layer(_ image: ASS_Image) -> TextLayer? {
        let columns = (Int(image.dst_x)..<Int(image.dst_x + image.w)).clamped(to: 0..<width)
        let rows = (Int(image.dst_y)..<Int(image.dst_y + image.h)).clamped(to: 0..<height)
        guard !columns.isEmpty, !rows.isEmpty, let bitmap = image.bitmap else { return nil }
        let strength = 255 - Int(image.color & 0xFF)
        var opacity: [UInt8] = []
        opacity.reserveCapacity(columns.count * rows.count)
        for row in rows {
            let line = bitmap + (row - Int(image.dst_y)) * Int(image.stride) - Int(image.dst_x)
            for column in columns {
                opacity.append(UInt8(truncatingIfNeeded: (Int(line[column]) * strength + 127) / 255))
            }
        }
        return TextLayer(
            x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count,
            grey: UInt8(truncatingIfNeeded: image.color >> 24), opacity: opacity)
    }
}
