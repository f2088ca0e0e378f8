import CPixels
import Geometry

/// A converter of frames to NV12. It scales a frame if the canvas has another size.
struct FrameConverter {
    /// The number of rows that are scaled at once and converted while they are in the processor's cache; even.
    private static let bandHeight = 16

    /// The size of the frame.
    let size: PixelSize
    /// The scaling, or nil if the frame is as large as the canvas.
    private let fitting: Fitting?
    private var band: [UInt32] = []
    private var sums: [UInt32] = []

    init(from frame: PixelSize, to canvas: PixelSize) {
        size = frame
        fitting = frame == canvas ? nil : Fitting(frame, into: canvas)
        guard fitting != nil else { return }
        band = Array(repeating: 0, count: canvas.width * Self.bandHeight)
        sums = Array(repeating: 0, count: frame.width * 4)
    }

    /// Returns the point of the canvas that shows a point of the frame.
    func canvasPoint(of point: PixelPoint) -> PixelPoint { fitting?.canvasPoint(of: point) ?? point }

    /// The size of a pixel of the frame, in pixels of the canvas.
    var scale: Double { fitting.map { Double($0.place.width) / Double($0.frame.width) } ?? 1 }

    /// Returns the smallest rectangle of the canvas that shows a region of the frame, or nil if the region is empty.
    func canvasArea(of region: DirtyRegion) -> PixelRect? {
        guard let first = region.rectangles.first else { return nil }
        let area = region.rectangles.dropFirst().reduce(first) { $0.union($1) }
        return fitting?.canvasRectangle(of: area) ?? area
    }

    /// Returns the part of the frame that `convert` reads if `part` has changed.
    func read(for part: PixelRect) -> PixelRect {
        guard let fitting else { return part.evenAligned.intersection(PixelRect(size)) }
        return fitting.frameRectangle(of: fitting.canvasRectangle(of: part))
    }

    /// Converts the changed parts of a frame.
    /// - Returns: The number of converted pixels of the canvas.
    mutating func convert(_ dirty: DirtyRegion, of image: FrameImage, into planes: pixels_nv12) -> Int {
        guard let fitting else {
            for rectangle in dirty.rectangles {
                pixels_convert(image.bytes, Int64(image.stride), planes, pixels_rect(rectangle))
            }
            return dirty.rectangles.reduce(0) { $0 + $1.area }
        }
        // The area around the frame is black after the first complete conversion.
        let parts =
            dirty.isEverything ? [fitting.canvas] : dirty.rectangles.map { fitting.canvasRectangle(of: $0) }
        for part in parts { fit(part, of: image, by: fitting, into: planes) }
        return parts.reduce(0) { $0 + $1.area }
    }

    private mutating func fit(
        _ part: PixelRect, of image: FrameImage, by fitting: Fitting, into planes: pixels_nv12
    ) {
        let width = fitting.canvas.width
        let frame = pixels_fitted(
            pixels: image.bytes, stride: Int64(image.stride), width: Int32(image.size.width),
            height: Int32(image.size.height), place: pixels_rect(fitting.place))
        for top in stride(from: part.y0, to: part.y1, by: Self.bandHeight) {
            var rows = part
            (rows.y0, rows.y1) = (top, min(top + Self.bandHeight, part.y1))
            pixels_fit(frame, &band, Int64(width), pixels_rect(rows), &sums)
            let target = planes.advanced(byRows: top)
            (rows.y0, rows.y1) = (0, rows.height)
            band.withUnsafeBytes {
                guard let start = $0.baseAddress else { return }
                pixels_convert(
                    start.assumingMemoryBound(to: UInt8.self), Int64(width * 4), target, pixels_rect(rows))
            }
        }
    }
}

extension pixels_rect {
    fileprivate init(_ rectangle: PixelRect) {
        self.init(
            x0: Int32(rectangle.x0), y0: Int32(rectangle.y0), x1: Int32(rectangle.x1), y1: Int32(rectangle.y1))
    }
}

extension pixels_nv12 {
    /// Returns the same planes, beginning at an even row.
    fileprivate func advanced(byRows rows: Int) -> pixels_nv12 {
        var moved = self
        moved.luma = luma + rows * Int(luma_stride)
        moved.chroma = chroma + rows / 2 * Int(chroma_stride)
        return moved
    }
}
