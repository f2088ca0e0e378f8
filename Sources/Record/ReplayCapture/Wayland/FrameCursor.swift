import Geometry
import PipeWire
import PointerShapes
import ReplaySources

/// The cursor over a frame that another object owns. The covered part is copied, and the cursor is drawn on the copy.
struct FrameCursor {
    /// The way in which the pointer is captured. Its position is known in any case.
    var pointer = PointerCapture.inFrames
    /// The shape that is drawn.
    private var shape = PointerShape.invisible
    /// The shape of a pointer that is captured apart from the frames.
    private(set) var shapeApart: PointerShape?
    /// The position of the hotspot in the frame's coordinates, or nil if there is no cursor.
    private(set) var place: PixelPoint?

    /// The rectangle that the cursor covers. It may lie partly outside of the frame.
    var frame: PixelRect {
        guard let place else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
        return PixelRect(
            x: place.x - shape.hotspot.x, y: place.y - shape.hotspot.y, width: shape.size.width,
            height: shape.size.height)
    }

    /// Updates the cursor's position and shape.
    /// - Parameter origin: The origin of the captured part, in pixels of the frame with the cursor data.
    /// - Returns: The rectangles that the cursor covered before and covers now. Empty if nothing has changed.
    mutating func follow(_ cursor: StreamFrame.Cursor?, from origin: PixelPoint) -> [PixelRect] {
        let old = self
        place = cursor.map { PixelPoint(x: $0.place.x - origin.x, y: $0.place.y - origin.y) }
        if let shape = cursor?.shape {
            switch pointer {
            case .inFrames: self.shape = shape
            case .apart: shapeApart = shape
            case .hidden: break
            }
        }
        return old == self ? [] : [old.frame, frame]
    }

    /// Copies a part of an image and draws the cursor on the copy.
    /// - Returns: The pixels of `part`, row by row.
    func drawn(over image: FrameImage, in part: PixelRect) -> [UInt32] {
        var pixels: [UInt32] = []
        pixels.reserveCapacity(part.area)
        let covered = frame.intersection(part)
        for y in part.y0..<part.y1 {
            let row = UnsafeRawPointer(image.bytes + y * image.stride + part.x0 * 4)
            let words = row.assumingMemoryBound(to: UInt32.self)
            pixels.append(contentsOf: UnsafeBufferPointer(start: words, count: part.width))
            guard (covered.y0..<covered.y1).contains(y) else { continue }
            let (start, shapeRow) = ((y - part.y0) * part.width - part.x0, (y - frame.y0) * shape.size.width - frame.x0)
            for x in covered.x0..<covered.x1 {
                pixels[start + x] = shape.pixels[shapeRow + x].blended(over: pixels[start + x])
            }
        }
        return pixels
    }
}

extension FrameCursor: Equatable {}
