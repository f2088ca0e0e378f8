import CXCB
import Geometry

/// The shape and position of the pointer's cursor.
struct PointerCursor {
    /// The pixels in premultiplied ARGB, row by row. Empty if no shape is known.
    private var pixels: [UInt32] = []
    private var size = PixelSize(width: 0, height: 0)
    private var hotspot = (x: 0, y: 0)
    /// The position in the frame's coordinates, or nil if it is not known or not over the captured window.
    private(set) var position: PixelPoint?

    /// The rectangle of the cursor in the frame. It may lie partly outside of the frame.
    package var frame: PixelRect {
        guard let position else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
        return PixelRect(
            x: position.x - hotspot.x, y: position.y - hotspot.y, width: size.width, height: size.height)
    }

    /// Sets the position. Returns true if it has changed.
    mutating func move(to point: PixelPoint?) -> Bool {
        defer { position = point }
        return point != position
    }

    /// Sets the current shape. An empty reply means that there is no cursor.
    mutating func replace(with reply: borrowing XReply<xcb_xfixes_get_cursor_image_reply_t>) {
        let image = reply.body
        let count = Int(xcb_xfixes_get_cursor_image_cursor_image_length(reply.pointer))
        let data = xcb_xfixes_get_cursor_image_cursor_image(reply.pointer)
        pixels = Array(UnsafeBufferPointer(start: data, count: data == nil ? 0 : count))
        size = PixelSize(width: Int(image.width), height: Int(image.height))
        hotspot = (Int(image.xhot), Int(image.yhot))
    }

    mutating func removeShape() {
        pixels = []
        size = PixelSize(width: 0, height: 0)
    }

    /// Calls `body` with the cursor drawn on the visible part of `image`, then restores the pixels.
    func withCursor(on image: ShadowImage, visible: PixelRect, _ body: () -> Void) {
        let shown = frame.intersection(visible)
        var covered: [UInt32] = []
        covered.reserveCapacity(shown.area)
        for y in shown.y0..<shown.y1 {
            let row = image.pixels + y * image.size.width
            let cursorRow = (y - frame.y0) * size.width - frame.x0
            for x in shown.x0..<shown.x1 {
                covered.append(row[x])
                row[x] = pixels[cursorRow + x].blended(over: row[x])
            }
        }
        body()
        covered.withUnsafeBufferPointer { saved in
            guard let start = saved.baseAddress else { return }
            for y in 0..<shown.height {
                (image.pixels + (shown.y0 + y) * image.size.width + shown.x0)
                    .update(from: start + y * shown.width, count: shown.width)
            }
        }
    }
}
