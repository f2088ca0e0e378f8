import Geometry

/// Fits a frame into a canvas of another size: as large as it can be, its sides in proportion, in the middle.
struct Fitting: Hashable {
    package let frame: PixelSize
    let canvas: PixelRect
    /// Where the frame stands in the canvas; its edges are even.
    let place: PixelRect

    init(_ frame: PixelSize, into size: PixelSize) {
        self.frame = frame
        canvas = PixelRect(size)
        var (width, height) = (size.width, size.height)
        if frame.width * height > frame.height * width {
            height = max(2, (frame.height * width / frame.width) & ~1)
        } else {
            width = max(2, (frame.width * height / frame.height) & ~1)
        }
        place = PixelRect(
            x: ((size.width - width) / 2) & ~1, y: ((size.height - height) / 2) & ~1, width: width, height: height)
    }

    /// Where a point of the frame is seen in the canvas.
    func canvasPoint(of point: PixelPoint) -> PixelPoint {
        PixelPoint(
            x: place.x0 + point.x * place.width / frame.width, y: place.y0 + point.y * place.height / frame.height)
    }

    /// The part of the canvas, with even edges, that a part of the frame reaches.
    func canvasRectangle(of part: PixelRect) -> PixelRect {
        var reached = PixelRect(x: 0, y: 0, width: 0, height: 0)
        reached.x0 = place.x0 + part.x0 * place.width / frame.width
        reached.y0 = place.y0 + part.y0 * place.height / frame.height
        reached.x1 = place.x0 + (part.x1 * place.width + frame.width - 1) / frame.width
        reached.y1 = place.y0 + (part.y1 * place.height + frame.height - 1) / frame.height
        return reached.evenAligned.intersection(canvas)
    }

    /// The part of the frame that is seen in a part of the canvas.
    func frameRectangle(of part: PixelRect) -> PixelRect {
        let seen = part.intersection(place).moved(by: -place.x0, -place.y0)
        var read = PixelRect(x: 0, y: 0, width: 0, height: 0)
        (read.x0, read.y0) = (seen.x0 * frame.width / place.width, seen.y0 * frame.height / place.height)
        read.x1 = (seen.x1 * frame.width + place.width - 1) / place.width
        read.y1 = (seen.y1 * frame.height + place.height - 1) / place.height
        return read.intersection(PixelRect(frame))
    }
}
