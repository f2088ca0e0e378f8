/// Fits a picture into a canvas of another size: as large as it can be, its sides in proportion, in the middle.
struct Fitting: Hashable {
    let picture: PixelSize
    let canvas: PixelRect
    /// Where the picture stands in the canvas; its edges are even.
    let place: PixelRect

    init(_ picture: PixelSize, into size: PixelSize) {
        self.picture = picture
        canvas = PixelRect(size)
        var (width, height) = (size.width, size.height)
        if picture.width * height > picture.height * width {
            height = max(2, (picture.height * width / picture.width) & ~1)
        } else {
            width = max(2, (picture.width * height / picture.height) & ~1)
        }
        place = PixelRect(
            x: ((size.width - width) / 2) & ~1, y: ((size.height - height) / 2) & ~1, width: width, height: height)
    }

    /// The part of the canvas, with even edges, that a part of the picture reaches.
    func canvasRectangle(of part: PixelRect) -> PixelRect {
        var reached = PixelRect(x: 0, y: 0, width: 0, height: 0)
        reached.x0 = place.x0 + part.x0 * place.width / picture.width
        reached.y0 = place.y0 + part.y0 * place.height / picture.height
        reached.x1 = place.x0 + (part.x1 * place.width + picture.width - 1) / picture.width
        reached.y1 = place.y0 + (part.y1 * place.height + picture.height - 1) / picture.height
        return reached.evenAligned.intersection(canvas)
    }
}
