import CPixels
import Geometry
import Glibc
import MediaTime
import PipeWire

/// The latest frame that a compositor shared, where the compositor wrote it, with its cursor, and what of it somebody's planes
/// lack.
struct SharedFrame: ~Copyable {
    private struct Kept: ~Copyable {
        let frame: StreamFrame
        /// What is captured of it.
        let image: FrameImage
    }

    /// The part of what is shared that is captured, in its pixels; nil: all of it.
    private let part: PixelRect?
    /// Of the planes; nil: they are not known yet.
    private var canvas: PixelSize?
    /// That of what is shared; nil: no format was agreed on.
    private var streamSize: PixelSize?
    /// Kept until the next has come. Nil: none has since there is memory for them.
    private var latest: Kept?
    /// Whether frames come in memory that cannot be read.
    private(set) var isUnreadable = false
    private var converter = FrameConverter(from: nothing, to: nothing)
    private var cursor = FrameCursor()
    /// What the planes lack, in the captured part's coordinates.
    private var dirty = DirtyRegion(bounds: PixelRect(nothing))
    /// When what the planes lack was last known to change; nil: they lack nothing.
    private(set) var change: HostTime?
    private var notices: [CaptureNotice] = []
    private var lastUpdate = HostTime(nanoseconds: .min)

    private static let nothing = PixelSize(width: 2, height: 2)

    init(of part: PixelRect?, showsCursor: Bool = true) {
        self.part = part
        cursor.isHidden = !showsCursor
    }

    var isThere: Bool { latest != nil }

    /// The size of the captured part, even; nil: there is none.
    var size: PixelSize? {
        let captured = captured
        return captured.isEmpty ? nil : PixelSize(width: captured.width, height: captured.height)
    }

    /// Of what is shared, with even sides; empty where nothing is.
    private var captured: PixelRect {
        guard let streamSize else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
        let whole = PixelRect(streamSize)
        let taken = part.map { $0.intersection(whole).evenGrown(within: whole) } ?? whole
        return PixelRect(x: taken.x0, y: taken.y0, width: taken.width & ~1, height: taken.height & ~1)
    }

    // MARK: What the compositor says

    /// Frames have another format from now on.
    mutating func change(to size: PixelSize) {
        if streamSize != nil, streamSize != size { notices.append(.resized(size)) }
        streamSize = size
        loseFrames()
    }

    /// The memory of all frames goes. What the planes lack then comes with the next frame.
    mutating func loseFrames() { latest = nil }

    /// Takes over a frame, and what changed with it.
    /// - Returns: the frame to give back: the one before, or this one where it has no pixels.
    mutating func take(_ frame: consuming StreamFrame) -> StreamFrame? {
        let time = Self.time(of: frame)
        let origin = PixelPoint(x: captured.x0, y: captured.y0)
        for covered in cursor.follow(frame.cursor, from: origin) { insert(covered, at: time) }
        isUnreadable = frame.isInGraphicsMemory
        guard let image = image(of: frame) else { return frame }
        guard let before = latest.take() else {
            // The first frame in new memory is wholly new, whatever is said of it.
            latest = Kept(frame: frame, image: image)
            takeWhole()
            noteChange(at: time)
            return nil
        }
        for part in changes(of: image, since: before.image, frame.damage) { insert(part, at: time) }
        latest = Kept(frame: frame, image: image)
        return before.frame
    }

    /// Of the captured part, in its coordinates.
    private func changes(of image: FrameImage, since before: FrameImage, _ damage: [PixelRect]?) -> [PixelRect] {
        guard let damage else {
            return image.rows(differingFrom: before).map {
                PixelRect(x: 0, y: $0.lowerBound, width: image.size.width, height: $0.count)
            }
        }
        // Nothing at all is what some compositors say of a frame that they know no damage of.
        if damage.isEmpty { return [PixelRect(image.size)] }
        let captured = captured
        return damage.map { $0.moved(by: -captured.x0, -captured.y0) }
    }

    /// - Parameter part: in the captured part's coordinates.
    private mutating func insert(_ part: PixelRect, at time: HostTime) {
        guard part.intersects(dirty.bounds) else { return }
        dirty.insert(part)
        noteChange(at: time)
    }

    private mutating func noteChange(at time: HostTime) { change = max(change ?? time, time) }

    /// A time that cannot be is not believed.
    private static func time(of frame: borrowing StreamFrame) -> HostTime {
        let now = HostTime.now
        return frame.time.flatMap { now - $0 < .seconds(1) ? min($0, now) : nil } ?? now
    }

    /// What is captured of a frame. Nil where the frame tells of the cursor alone, or has less than the stream's size.
    private func image(of frame: borrowing StreamFrame) -> FrameImage? {
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

    // MARK: What the capture asks for

    /// What is captured of the latest frame, to be read before that is given back.
    private var image: FrameImage? {
        switch latest {
        case .some(let kept): kept.image
        case nil: nil
        }
    }

    /// Fits it into planes, all of which are due.
    mutating func fit(into canvas: PixelSize) {
        self.canvas = canvas
        takeWhole()
    }

    /// Makes all of the planes due, as after a change of the format.
    private mutating func takeWhole() {
        guard let size, let canvas, isThere else { return }
        converter = FrameConverter(from: size, to: canvas)
        dirty = DirtyRegion(bounds: PixelRect(size))
        dirty.insertEverything()
        change = .now
    }

    /// Brings planes up to date.
    /// - Returns: when that was on the screen; always later than what the call before returned.
    mutating func convertChange(into planes: pixels_nv12) -> HostTime {
        let time = change ?? .now
        change = nil
        // Without one the planes stay as they are, until there is one again.
        if let image {
            convert(image, planes)
            dirty = DirtyRegion(bounds: dirty.bounds)
        }
        lastUpdate = max(time, lastUpdate + .nanoseconds(1))
        return lastUpdate
    }

    private mutating func convert(_ image: FrameImage, _ planes: pixels_nv12) {
        _ = converter.convert(dirty, of: image, into: planes)
        guard dirty.intersects(cursor.frame) else { return }
        // The cursor covers a little of it, which is converted once more.
        let part = converter.read(for: cursor.frame)
        guard !part.isEmpty else { return }
        var covered = DirtyRegion(bounds: dirty.bounds)
        covered.insert(cursor.frame)
        cursor.drawn(over: image, in: part).withUnsafeBytes { drawn in
            guard let start = drawn.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
            // Only `part` of it is read.
            let stride = part.width * 4
            let origin = start - part.y0 * stride - part.x0 * 4
            _ = converter.convert(
                covered, of: FrameImage(bytes: origin, stride: stride, size: image.size), into: planes)
        }
    }

    /// Where the pointer is, in pixels of the canvas; nil: not over what is captured.
    var pointerPlace: PixelPoint? {
        guard let place = cursor.place, dirty.bounds.contains(place) else { return nil }
        return converter.canvasPoint(of: place)
    }

    /// What happened since the last call.
    mutating func takeNotices() -> [CaptureNotice] {
        defer { notices = [] }
        return notices
    }
}
