import Geometry

/// The scaling of a frame to a canvas of another size: as large as possible, centred, with the aspect ratio kept.
struct Fitting: Hashable {
    package let frame: PixelSize
    let canvas: PixelRect
    /// The place of the frame in the canvas, with even edges.
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

    /// Returns the point of the canvas that shows a point of the frame.
    func canvasPoint(of point: PixelPoint) -> PixelPoint {
        PixelPoint(
            x: place.x0 + point.x * place.width / frame.width, y: place.y0 + point.y * place.height / frame.height)
    }

    /// Returns the part of the canvas that a part of the frame affects, with even edges.
    func canvasRectangle(of part: PixelRect) -> PixelRect {
        var reached = PixelRect(x: 0, y: 0, width: 0, height: 0)
        reached.x0 = place.x0 + part.x0 * place.width / frame.width
        reached.y0 = place.y0 + part.y0 * place.height / frame.height
        reached.x1 = place.x0 + (part.x1 * place.width + frame.width - 1) / frame.width
        reached.y1 = place.y0 + (part.y1 * place.height + frame.height - 1) / frame.height
        return reached.evenAligned.intersection(canvas)
    }

    /// Returns the part of the frame that a part of the canvas shows.
    func frameRectangle(of part: PixelRect) -> PixelRect {
        let seen = part.intersection(place).moved(by: -place.x0, -place.y0)
        var read = PixelRect(x: 0, y: 0, width: 0, height: 0)
        (read.x0, read.y0) = (seen.x0 * frame.width / place.width, seen.y0 * frame.height / place.height)
        read.x1 = (seen.x1 * frame.width + place.width - 1) / place.width
        read.y1 = (seen.y1 * frame.height + place.height - 1) / place.height
        return read.intersection(PixelRect(frame))
    }
}
