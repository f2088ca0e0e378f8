import CXCB

/// What of an X drawable is captured. The *picture* is this part of it, with even sides.
struct SourceShape: Hashable {
    /// nil: there is nothing to fetch now, the last picture stays.
    var drawable: xcb_drawable_t?
    /// The part of the drawable.
    let part: PixelRect
    /// What the drawable has of the picture, in the picture's own coordinates; starts at its origin.
    let visible: PixelRect
    /// The size of the picture: even, and never empty.
    let size: PixelSize

    /// - Parameter drawableSize: the size of the whole drawable, which need not hold the part.
    init(drawable: xcb_drawable_t?, part: PixelRect, drawableSize: PixelSize) {
        self.drawable = drawable
        self.part = part
        let cropped = PixelSize(width: part.width, height: part.height).evenCropped
        size = PixelSize(width: max(2, cropped.width), height: max(2, cropped.height))
        let shown = part.intersection(PixelRect(drawableSize)).moved(by: -part.x0, -part.y0)
        visible = shown.isEmpty ? PixelRect(x: 0, y: 0, width: 0, height: 0) : shown.intersection(PixelRect(size))
    }
}
