import Glibc
import MediaTime
import PipeWire
import ReplaySources

extension WaylandCapture: VideoStreamReceiver {
    func streamChanged(width: Int, height: Int) {
        lock.withLock { _ in change(to: PixelSize(width: width, height: height)) }
    }

    private func change(to size: PixelSize) {
        if streamSize != nil, streamSize != size { notices.append(.resized(size)) }
        streamSize = size
        hasFrame = false
        copy = frameSize.flatMap(FrameCopy.init)
    }

    func streamHas(_ frame: StreamFrame) { lock.withLock { _ in take(frame) } }

    private func take(_ frame: StreamFrame) {
        let origin = PixelPoint(x: captured.x0, y: captured.y0)
        for covered in cursor.follow(frame.cursor, from: origin) { insert(covered, at: frame) }
        isUnreadable = frame.isInGraphicsMemory
        guard let copy, let image = image(of: frame) else { return }
        if hasFrame {
            takeChange(of: image, into: copy, frame)
        } else {
            // The first frame after a change of the format is wholly new, whatever is said of it.
            hasFrame = true
            copy.take(PixelRect(copy.size), of: image)
            takeWholeFrame()
            noteChange(at: frame)
        }
    }

    private func takeChange(of image: FrameImage, into copy: FrameCopy, _ frame: StreamFrame) {
        for part in changes(of: image, since: copy, frame) {
            copy.take(part, of: image)
            insert(part, at: frame)
        }
    }

    /// Of the captured part, in its coordinates.
    private func changes(of image: FrameImage, since copy: FrameCopy, _ frame: StreamFrame) -> [PixelRect] {
        guard let damage = frame.damage else {
            return image.rows(differingFrom: copy.image).map {
                PixelRect(x: 0, y: $0.lowerBound, width: image.size.width, height: $0.count)
            }
        }
        // Nothing at all is what some compositors say of a frame that they know no damage of.
        if damage.isEmpty { return [PixelRect(image.size)] }
        let captured = captured
        return damage.map { $0.moved(by: -captured.x0, -captured.y0) }
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

    private var captured: PixelRect { streamSize.map(capturedPart) ?? PixelRect(x: 0, y: 0, width: 0, height: 0) }

    /// What is captured of a frame. Nil where the frame tells of the cursor alone, or has less than the stream's size.
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
