import CXCB
import Geometry

/// What of an X drawable is captured. The *frame* is this part of it, with even sides.
struct SourceShape: Hashable {
    /// What one sees of a screen may be larger than what Replay makes a movie of.
    private static let (sideLimit, areaLimit) = (16_384, 128_000_000)

    /// nil: there is nothing to fetch now, the last frame stays.
    var drawable: xcb_drawable_t?
    /// The part of the drawable.
    let part: PixelRect
    /// What the drawable has of the frame, in the frame's own coordinates; starts at its origin.
    let visible: PixelRect
    /// The size of the frame: even, and never empty.
    let size: PixelSize

    /// Whether it is larger than anything that is taken.
    let isTooLarge: Bool

    /// - Parameter drawableSize: the size of the whole drawable, which need not hold the part.
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
