import Glibc
import MediaTime
import PipeWire
import ReplaySources

extension WaylandCapture: VideoStreamReceiver {
    func streamChanged(width: Int, height: Int) {
        let size = PixelSize(width: width, height: height)
        let isResized = streamSize != nil && streamSize != size
        streamSize = size
        if isResized { notices.append(.resized(size)) }
        takeWholeFrame()
    }

    func streamTakesBack(_ frame: StreamFrame) {
        if frame == held { held = nil }
    }

    func streamHas(_ frame: StreamFrame) {
        let origin = PixelPoint(x: captured.x0, y: captured.y0)
        for covered in cursor.follow(frame.cursor, from: origin) { insert(covered, at: frame) }
        guard frame.pixels != nil || frame.isInGraphicsMemory else {
            stream?.release(frame)
            return
        }
        let old = held
        held = frame
        noteDamage(of: frame, since: old)
        if let old { stream?.release(old) }
    }

    private func noteDamage(of frame: StreamFrame, since old: StreamFrame?) {
        // The first frame after a change of the format is wholly new, whatever is said of it.
        guard let old, let image else { return insertEverything(at: frame) }
        if let damage = frame.damage {
            // Nothing at all is what some compositors say of a frame that they know no damage of.
            if damage.isEmpty { return insertEverything(at: frame) }
            for rectangle in damage { insert(rectangle.moved(by: -captured.x0, -captured.y0), at: frame) }
        } else if let before = self.image(of: old) {
            for rows in image.rows(differingFrom: before) {
                insert(PixelRect(x: 0, y: rows.lowerBound, width: image.size.width, height: rows.count), at: frame)
            }
        } else {
            insertEverything(at: frame)
        }
    }

    private func insertEverything(at frame: StreamFrame) {
        dirty.insertEverything()
        noteChange(at: frame)
    }

    /// - Parameter part: in the captured part's coordinates.
    private func insert(_ part: PixelRect, at frame: StreamFrame) {
        guard part.intersects(dirty.bounds) else { return }
        dirty.insert(part)
        noteChange(at: frame)
    }

    /// A time that cannot be is not believed.
    private func noteChange(at frame: StreamFrame) {
        let now = HostTime.now
        let time = frame.time.flatMap { now - $0 < .seconds(1) ? min($0, now) : nil } ?? now
        change = max(change ?? time, time)
    }

    /// What is captured of the latest frame; nil: there is none.
    var image: FrameImage? { held.flatMap(image(of:)) }

    private var captured: PixelRect { streamSize.map(capturedPart) ?? PixelRect(x: 0, y: 0, width: 0, height: 0) }

    /// Nil where the frame has less than the stream's size.
    private func image(of frame: StreamFrame) -> FrameImage? {
        guard let streamSize, let pixels = frame.pixels else { return nil }
        let captured = captured
        let rowSize = streamSize.width * 4
        guard pixels.stride >= rowSize, pixels.stride * (streamSize.height - 1) + rowSize <= pixels.byteCount else {
            return nil
        }
        return FrameImage(
            bytes: pixels.bytes + captured.y0 * pixels.stride + captured.x0 * 4, stride: pixels.stride,
            size: PixelSize(width: captured.width, height: captured.height))
    }
}
