import CPixels
import Geometry
import Glibc
import MediaTime
import PipeWire
import PointerShapes
import ReplaySources

/// The latest shared frame in the compositor's memory, with its cursor and the region that the caller's planes still lack.
struct SharedFrame: ~Copyable {
    private struct Kept: ~Copyable {
        let frame: StreamFrame
        /// The captured part of the frame.
        let image: FrameImage
    }

    /// The captured part of the shared source, in its pixels. Nil captures all of it.
    private let part: PixelRect?
    /// The size of the planes, or nil if it is not known yet.
    private var canvas: PixelSize?
    /// The size of the shared source, or nil if no format has been negotiated.
    private var streamSize: PixelSize?
    /// The latest frame, kept until the next one. Nil if none has arrived since its memory was allocated.
    private var latest: Kept?
    /// True if frames are in memory that cannot be read.
    private(set) var isUnreadable = false
    private var converter = FrameConverter(from: nothing, to: nothing)
    private var cursor = FrameCursor()
    /// The region that the planes lack, in the captured part's coordinates.
    private var dirty = DirtyRegion(bounds: PixelRect(nothing))
    /// The time of the last known change that the planes lack, or nil if they are up to date.
    private(set) var change: HostTime?
    /// The smallest rectangle of the canvas that the last conversion has changed, or nil if it has changed nothing.
    private(set) var changedArea: PixelRect?
    private var notices: [CaptureNotice] = []
    private var lastUpdate = HostTime(nanoseconds: .min)

    private static let nothing = PixelSize(width: 2, height: 2)

    init(of part: PixelRect?, pointer: PointerCapture = .inFrames) {
        self.part = part
        cursor.pointer = pointer
    }

    var isThere: Bool { latest != nil }

    /// The size of the captured part, with even numbers, or nil if there is none.
    var size: PixelSize? {
        let captured = captured
        return captured.isEmpty ? nil : PixelSize(width: captured.width, height: captured.height)
    }

    /// The captured rectangle in the shared source, with an even width and height. Empty if nothing is shared.
    private var captured: PixelRect {
        guard let streamSize else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
        let whole = PixelRect(streamSize)
        let taken = part.map { $0.intersection(whole).evenGrown(within: whole) } ?? whole
        return PixelRect(x: taken.x0, y: taken.y0, width: taken.width & ~1, height: taken.height & ~1)
    }

    // MARK: Events from the compositor

    /// Sets the size of the frames from now on.
    mutating func change(to size: PixelSize) {
        if streamSize != nil, streamSize != size { notices.append(.resized(size)) }
        streamSize = size
        loseFrames()
    }

    /// Drops the latest frame, because its memory is freed. Missing parts of the planes then come with the next frame.
    mutating func loseFrames() { latest = nil }

    /// Takes a frame and its changes.
    /// - Returns: The frame to return to the compositor: the previous one, or this one if it has no pixels.
    mutating func take(_ frame: consuming StreamFrame) -> StreamFrame? {
        let time = Self.time(of: frame)
        let origin = PixelPoint(x: captured.x0, y: captured.y0)
        let covered = cursor.follow(frame.cursor, from: origin)
        for part in covered { insert(part, at: time) }
        if cursor.pointer == .apart, !covered.isEmpty { noteChange(at: time) }
        isUnreadable = frame.isInGraphicsMemory
        guard let image = image(of: frame) else { return frame }
        guard let before = latest.take() else {
            // The first frame in new memory is completely new, whatever its damage says.
            latest = Kept(frame: frame, image: image)
            takeWhole()
            noteChange(at: time)
            return nil
        }
        for part in changes(of: image, since: before.image, frame.damage) { insert(part, at: time) }
        latest = Kept(frame: frame, image: image)
        return before.frame
    }

    /// Returns the changed rectangles in the captured part's coordinates.
    private func changes(of image: FrameImage, since before: FrameImage, _ damage: [PixelRect]?) -> [PixelRect] {
        guard let damage else {
            return image.rows(differingFrom: before).map {
                PixelRect(x: 0, y: $0.lowerBound, width: image.size.width, height: $0.count)
            }
        }
        // Some compositors report empty damage if they do not know the damage of a frame.
        if damage.isEmpty { return [PixelRect(image.size)] }
        let captured = captured
        return damage.map { $0.moved(by: -captured.x0, -captured.y0) }
    }

    /// Adds a rectangle to the region that the planes lack.
    /// - Parameter part: The rectangle in the captured part's coordinates.
    private mutating func insert(_ part: PixelRect, at time: HostTime) {
        guard part.intersects(dirty.bounds) else { return }
        dirty.insert(part)
        noteChange(at: time)
    }

    private mutating func noteChange(at time: HostTime) { change = max(change ?? time, time) }

    /// Returns the time of a frame, or the current time if the frame's own is implausible.
    private static func time(of frame: borrowing StreamFrame) -> HostTime {
        let now = HostTime.now
        return frame.time.flatMap { now - $0 < .seconds(1) ? min($0, now) : nil } ?? now
    }

    /// Returns the captured part of a frame. Nil if the frame has only cursor data, or fewer bytes than the stream's
    /// size needs.
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

    // MARK: Requests of the capture

    /// The captured part of the latest frame. Read it before the frame is returned.
    private var image: FrameImage? {
        switch latest {
        case .some(let kept): kept.image
        case nil: nil
        }
    }

    /// Sets the size of the planes and marks all of them as outdated.
    mutating func fit(into canvas: PixelSize) {
        self.canvas = canvas
        takeWhole()
    }

    /// Marks all of the planes as outdated, for example after a change of the format.
    private mutating func takeWhole() {
        guard let size, let canvas, isThere else { return }
        converter = FrameConverter(from: size, to: canvas)
        dirty = DirtyRegion(bounds: PixelRect(size))
        dirty.insertEverything()
        change = .now
    }

    /// Updates the planes.
    /// - Returns: The time at which the frame was on the screen. It is always later than in the previous call.
    mutating func convertChange(into planes: pixels_nv12) -> HostTime {
        let time = change ?? .now
        (change, changedArea) = (nil, nil)
        // Without a frame the planes stay unchanged until there is one.
        if let image {
            convert(image, into: planes)
            changedArea = converter.canvasArea(of: dirty)
            dirty = DirtyRegion(bounds: dirty.bounds)
        }
        lastUpdate = max(time, lastUpdate + .nanoseconds(1))
        return lastUpdate
    }

    private mutating func convert(_ image: FrameImage, into planes: pixels_nv12) {
        _ = converter.convert(dirty, of: image, into: planes)
        guard dirty.intersects(cursor.frame) else { return }
        // The cursor covers a part of the region. That part is converted again with the cursor.
        let part = converter.read(for: cursor.frame)
        guard !part.isEmpty else { return }
        var covered = DirtyRegion(bounds: dirty.bounds)
        covered.insert(cursor.frame)
        cursor.drawn(over: image, in: part).withUnsafeBytes { drawn in
            guard let start = drawn.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
            // The converter reads only `part` of this image.
            let stride = part.width * 4
            let origin = start - part.y0 * stride - part.x0 * 4
            _ = converter.convert(
                covered, of: FrameImage(bytes: origin, stride: stride, size: image.size), into: planes)
        }
    }

    /// The position of the pointer in pixels of the canvas, or nil if it is outside the captured part.
    var pointerPlace: PixelPoint? {
        guard let place = cursor.place, dirty.bounds.contains(place) else { return nil }
        return converter.canvasPoint(of: place)
    }

    /// The shape of a pointer that is captured apart from the frames.
    var pointerShape: PointerShape? { cursor.shapeApart }
    /// The size of a pixel of the pointer's shape, in pixels of the canvas.
    var pointerScale: Double { converter.scale }

    /// Returns the changes since the last call.
    mutating func takeNotices() -> [CaptureNotice] {
        defer { notices = [] }
        return notices
    }
}
