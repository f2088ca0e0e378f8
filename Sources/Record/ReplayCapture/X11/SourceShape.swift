import CXCB
import Geometry

/// The captured part of an X drawable. The *frame* is this part with an even width and height.
struct SourceShape: Hashable {
    /// The maximum width or height, and the maximum area in pixels, of a movie. A screen can be larger.
    private static let (sideLimit, areaLimit) = (16_384, 128_000_000)

    /// The drawable to fetch from. Nil if there is none now, so that the last frame stays.
    var drawable: xcb_drawable_t?
    /// The captured rectangle in the drawable.
    let part: PixelRect
    /// The part of the frame that the drawable covers, in the frame's coordinates. It begins at the origin.
    let visible: PixelRect
    /// The size of the frame: even, and at least 2 x 2.
    let size: PixelSize

    /// True if the frame is larger than a movie can be.
    let isTooLarge: Bool

    /// Creates the shape.
    /// - Parameter drawableSize: The size of the whole drawable. `part` may lie partly outside of it.
    init(drawable: xcb_drawable_t?, part: PixelRect, drawableSize: PixelSize) {
        self.part = part
        let cropped = PixelSize(width: part.width, height: part.height).evenCropped
        size = PixelSize(width: max(2, cropped.width), height: max(2, cropped.height))
        isTooLarge = max(size.width, size.height) > Self.sideLimit || size.width * size.height > Self.areaLimit
        self.drawable = isTooLarge ? nil : drawable
        let shown = part.intersection(PixelRect(drawableSize)).moved(by: -part.x0, -part.y0)
        visible = shown.isEmpty ? PixelRect(x: 0, y: 0, width: 0, height: 0) : shown.intersection(PixelRect(size))
    }
}
