import Geometry
import PointerShapes

/// The shape and position of the pointer's cursor in the frames.
struct PointerCursor {
    /// The shape that is drawn.
    var shape = PointerShape.invisible
    /// The position in the frame's coordinates, or nil if it is not known or not over the captured window.
    private(set) var position: PixelPoint?

    /// The rectangle of the cursor in the frame. It may lie partly outside of the frame.
    package var frame: PixelRect {
        guard let position else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
        return PixelRect(
            x: position.x - shape.hotspot.x, y: position.y - shape.hotspot.y, width: shape.size.width,
            height: shape.size.height)
    }

    /// Sets the position. Returns true if it has changed.
    mutating func move(to point: PixelPoint?) -> Bool {
        defer { position = point }
        return point != position
    }

    /// Calls `body` with the cursor drawn on the visible part of `image`, then restores the pixels.
    func withCursor(on image: ShadowImage, visible: PixelRect, _ body: () -> Void) {
        let shown = frame.intersection(visible)
        var covered: [UInt32] = []
        covered.reserveCapacity(shown.area)
        for y in shown.y0..<shown.y1 {
            let row = image.pixels + y * image.size.width
            let cursorRow = (y - frame.y0) * shape.size.width - frame.x0
            for x in shown.x0..<shown.x1 {
                covered.append(row[x])
                row[x] = shape.pixels[cursorRow + x].blended(over: row[x])
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
