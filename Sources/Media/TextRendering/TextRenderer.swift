import CAss
import Glibc

/// A renderer of texts for frames of one size: white with a dark outline in a dark box, legible over every background.
/// Use it from one thread at a time.
package final class TextRenderer {
    private let library: OpaquePointer
    private let renderer: OpaquePointer
    private let width: Int
    private let height: Int
    /// The distance of texts from the upper and the lower edge, as a divisor of the height.
    private let margin: Int

    /// The margin of most frames: a twentieth of the height.
    package static let standardMargin = 20
    /// The maximum number of Unicode scalars to draw, because a longer text does not fit into any frame.
    private static let maxLength = 2000
    private static let fontName = "sans-serif"

    /// Creates a renderer. Throws `noFont` if no font is installed, and `outOfMemory` if libass cannot start.
    /// - Parameters:
    ///   - width: The width of the frames in pixels, above 0.
    ///   - height: The height of the frames in pixels, above 0.
    ///   - margin: The distance of texts from the upper and the lower edge: the height divided by this number.
    package init(width: Int, height: Int, margin: Int = standardMargin) throws(TextRenderingError) {
        guard let library = ass_library_init() else { throw .outOfMemory }
        replay_ass_be_silent(library)
        guard let renderer = ass_renderer_init(library) else {
            ass_library_done(library)
            throw .outOfMemory
        }
        (self.library, self.renderer, self.width, self.height) = (library, renderer, width, height)
        self.margin = margin
        setFrameSize(width: width, height: height)
        // Limit of the bitmap cache in MiB. It can be small, because texts are not drawn again.
        ass_set_cache_limits(renderer, 0, 16)
        let provider = Int32(ASS_FONTPROVIDER_AUTODETECT.rawValue)
        Self.fontName.withCString { ass_set_fonts(renderer, nil, $0, provider, nil, 1) }
        // “M” is visible, so if it draws nothing, there is no font. Other texts may draw nothing because they are invisible.
        guard try !layers(of: [PlacedText("M", at: .middle)]).isEmpty else { throw .noFont }
    }

    deinit {
        ass_renderer_done(renderer)
        ass_library_done(library)
    }

    /// Returns the layers of the texts in drawing order. Texts with the same place are below each other, in their order.
    package func layers(of texts: [PlacedText]) throws(TextRenderingError) -> [TextLayer] {
        guard let track = ass_new_track(library) else { throw .outOfMemory }
        defer { ass_free_track(track) }
        // In these units, lines break at the same words in every frame size with the same aspect ratio.
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

    /// The length of the frame's shorter side in script units.
    private static let lines = 1080
    private static let fontSize = Double(lines) / 18

    /// Returns the text with line feeds in words that are wider than a line.
    private func withinLines(_ text: String) throws(TextRenderingError) -> String {
        let text = String(text.unicodeScalars.prefix(Self.maxLength))
        let lineWidth = Self.lines * width / min(width, height) * 9 / 10
        // Words up to this length need no measurement, because no character is wider than 1.5 times the font size.
        let shortest = lineWidth * 2 / (3 * Int(Self.fontSize))
        defer { setFrameSize(width: width, height: height) }
        return try LongWords.broken(text) { word throws(TextRenderingError) in
            if word.count <= shortest { return true }
            return try self.width(of: String(word)) <= lineWidth
        }
    }

    /// Returns the width of a word in script units. It changes the renderer's frame size.
    private func width(of word: String) throws(TextRenderingError) -> Int {
        guard let track = ass_new_track(library) else { throw .outOfMemory }
        defer { ass_free_track(track) }
        // A frame wide enough for the whole word, at half scale, because it is only measured.
        let (units, scale) = (max(Self.lines, 2 * Int(Self.fontSize) * word.count), 2)
        (track.pointee.PlayResX, track.pointee.PlayResY) = (Int32(clamping: units), Int32(clamping: Self.lines))
        setFrameSize(width: units / scale, height: Self.lines / scale)
        try add(word, at: .middle, to: track)
        var columns: Range<Int>?
        var next = ass_render_frame(renderer, track, 0, nil)
        while let image = next?.pointee {
            // Only the white letters count, not the box.
            if image.color >> 24 == 0xFF {
                let own = Int(image.dst_x)..<Int(image.dst_x + image.w)
                let known = columns ?? own
                columns = min(known.lowerBound, own.lowerBound)..<max(known.upperBound, own.upperBound)
            }
            next = image.next
        }
        return (columns?.count ?? 0) * scale
    }

    private func setFrameSize(width: Int, height: Int) {
        ass_set_frame_size(renderer, Int32(clamping: width), Int32(clamping: height))
        ass_set_storage_size(renderer, Int32(clamping: width), Int32(clamping: height))
    }

    private func add(
        _ text: String, at place: PlacedText.Place, to track: UnsafeMutablePointer<ASS_Track>
    ) throws(TextRenderingError) {
        let style = ass_alloc_style(track)
        let event = ass_alloc_event(track)
        // Allocated with strdup, because libass owns and frees these strings.
        guard style >= 0, event >= 0, let name = strdup(""), let font = strdup(Self.fontName),
            let content = strdup(EventText.escaped(text))
        else { throw .outOfMemory }
        set(&track.pointee.styles[Int(style)], place: place, name: name, font: font, of: track.pointee)
        track.pointee.events[Int(event)].Duration = 1000
        track.pointee.events[Int(event)].ReadOrder = event
        track.pointee.events[Int(event)].Style = style
        track.pointee.events[Int(event)].Text = content
    }

    private func set(
        _ style: inout ASS_Style, place: PlacedText.Place, name: UnsafeMutablePointer<CChar>,
        font: UnsafeMutablePointer<CChar>, of track: ASS_Track
    ) {
        (style.Name, style.FontName, style.FontSize) = (name, font, Self.fontSize)
        // Bytes of red, green, blue and transparency.
        (style.PrimaryColour, style.SecondaryColour) = (0xFFFF_FF00, 0xFFFF_FF00)
        (style.OutlineColour, style.BackColour) = (0x0000_0000, 0x0000_0040)
        (style.ScaleX, style.ScaleY) = (1, 1)
        // Style 4 draws one box around all lines. `Shadow` is the distance from the text to the edge of the box.
        (style.BorderStyle, style.Outline, style.Shadow) = (4, 3, 12)
        style.Alignment = HALIGN_CENTER | (place == .top ? VALIGN_TOP : place == .middle ? VALIGN_CENTER : VALIGN_SUB)
        (style.MarginL, style.MarginR) = (track.PlayResX / 20, track.PlayResX / 20)
        style.MarginV = track.PlayResY / Int32(margin)
        // -1 lets libass detect the direction of the text.
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

    /// Returns the part of an image within the frame, or nil if there is none.
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
