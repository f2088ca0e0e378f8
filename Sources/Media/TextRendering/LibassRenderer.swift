import CAss
import Glibc

/// The owner of a renderer of libass for frames of one size. Use it from one thread at a time.
final class LibassRenderer {
    private let library: OpaquePointer
    private let renderer: OpaquePointer
    let width: Int
    let height: Int

    static let fontName = "sans-serif"

    /// - Parameters:
    ///   - width: The width of the frames in pixels, above 0.
    ///   - height: The height of the frames in pixels, above 0.
    /// - Throws: `outOfMemory` if libass cannot start.
    init(width: Int, height: Int) throws(TextRenderingError) {
        guard let library = ass_library_init() else { throw .outOfMemory }
        replay_ass_be_silent(library)
        guard let renderer = ass_renderer_init(library) else {
            ass_library_done(library)
            throw .outOfMemory
        }
        (self.library, self.renderer, self.width, self.height) = (library, renderer, width, height)
        setFrameSize(width: width, height: height)
        // Limit of the bitmap cache in MiB. It can be small, because the layers of a still drawing are kept elsewhere.
        ass_set_cache_limits(renderer, 0, 16)
        let provider = Int32(ASS_FONTPROVIDER_AUTODETECT.rawValue)
        Self.fontName.withCString { ass_set_fonts(renderer, nil, $0, provider, nil, 1) }
    }

    deinit {
        ass_renderer_done(renderer)
        ass_library_done(library)
    }

    /// Sets the size of the frames to draw, in pixels.
    func setFrameSize(width: Int, height: Int) {
        ass_set_frame_size(renderer, Int32(clamping: width), Int32(clamping: height))
        ass_set_storage_size(renderer, Int32(clamping: width), Int32(clamping: height))
    }

    /// Calls `body` with an empty script.
    /// - Parameter size: The size of the frame in the units of the script.
    func withTrack<Result>(
        _ size: (width: Int, height: Int),
        _ body: (UnsafeMutablePointer<ASS_Track>) throws(TextRenderingError) -> Result
    ) throws(TextRenderingError) -> Result {
        guard let track = ass_new_track(library) else { throw .outOfMemory }
        defer { ass_free_track(track) }
        (track.pointee.PlayResX, track.pointee.PlayResY) = (Int32(clamping: size.width), Int32(clamping: size.height))
        track.pointee.ScaledBorderAndShadow = 1
        return try body(track)
    }

    /// Adds an event with a style of its own.
    /// - Parameters:
    ///   - content: The text of the event in libass's syntax.
    ///   - style: Sets the style, which has a font and full size.
    func add(
        _ content: String, to track: UnsafeMutablePointer<ASS_Track>, _ style: (inout ASS_Style) -> Void
    ) throws(TextRenderingError) {
        let number = ass_alloc_style(track)
        let event = ass_alloc_event(track)
        // Allocated with strdup, because libass owns and frees these strings.
        guard number >= 0, event >= 0, let name = strdup(""), let font = strdup(Self.fontName),
            let content = strdup(content)
        else { throw .outOfMemory }
        let place = track.pointee.styles + Int(number)
        (place.pointee.Name, place.pointee.FontName) = (name, font)
        (place.pointee.ScaleX, place.pointee.ScaleY) = (1, 1)
        // -1 lets libass detect the direction of the text.
        place.pointee.Encoding = -1
        style(&place.pointee)
        track.pointee.events[Int(event)].Duration = 1000
        track.pointee.events[Int(event)].ReadOrder = event
        track.pointee.events[Int(event)].Style = number
        track.pointee.events[Int(event)].Text = content
    }

    /// Draws a script, and calls `body` with each image in drawing order.
    func forEachImage(of track: UnsafeMutablePointer<ASS_Track>, _ body: (ASS_Image) -> Void) {
        guard track.pointee.n_events > 0 else { return }
        var next = ass_render_frame(renderer, track, 0, nil)
        while let image = next?.pointee {
            body(image)
            next = image.next
        }
    }

    /// Returns the layers of a script in drawing order.
    func layers(of track: UnsafeMutablePointer<ASS_Track>) -> [DrawnLayer] {
        var layers: [DrawnLayer] = []
        forEachImage(of: track) { image in
            if let layer = layer(image) { layers.append(layer) }
        }
        return layers
    }

    /// Returns the part of an image within the frame, or nil if there is none.
    private func layer(_ image: ASS_Image) -> DrawnLayer? {
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
        func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: image.color >> shift) }
        return DrawnLayer(
            x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count,
            colour: LayerColour(red: byte(24), green: byte(16), blue: byte(8)), opacity: opacity)
    }
}
