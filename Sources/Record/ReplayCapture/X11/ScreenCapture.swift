import CPixels
import CXCB
package import Geometry
package import MediaTime
package import ReplaySources

/// Captures an X11 screen, a part of it or one window, with the pointer's cursor, as NV12 in BT.709, limited range.
///
/// The caller drives it: `wait` sleeps until there is something new, `update` brings the caller's planes up
/// to date, fetching and converting no more than changed. Used from one thread. A server that goes away may
/// raise `SIGPIPE`, which the process must ignore.
///
/// The frame of what is captured may change its size; it is fitted into the canvas then, which does not.
package final class ScreenCapture: ScreenCapturing {
    /// A frame of less than this has too little for the encoder.
    private static let minSide = 16

    /// The size of the canvas: that of the target when the capture was opened, even.
    package let size: PixelSize
    /// Ends a wait from another thread.
    package let waker: CaptureWaker
    /// How many pixels were converted so far.
    package private(set) var convertedPixelCount = 0
    /// Whether a window of the classes to cover may be in the pixels that the last `update` left in the planes, or
    /// was since the one before.
    package internal(set) var isPrivateWindowVisible = false

    let connection: XConnection
    let source: any CaptureSource
    let input: PointerInput
    let privateWindows: PrivateWindows?
    /// True if the cursor is drawn over the frame.
    let showsCursor: Bool
    var shadow: ShadowImage
    private(set) var converter: FrameConverter
    var cursor = PointerCursor()
    /// What the planes of the caller lack, apart from what the server has as damage; in the frame's coordinates.
    var dirty: DirtyRegion
    /// When what the planes of the caller lack was last known to change.
    var change: HostTime?
    /// When the pointer may last have come into the frame or moved in it; nil: it did not.
    var motion: HostTime?
    var cursorShapeIsStale = true
    var lastUpdate = HostTime(nanoseconds: .min)
    /// What happened to buttons since somebody asked.
    var buttonEvents: [ButtonEvent] = []
    /// Whether nobody wants to know what happens meanwhile.
    var isResting = false

    /// - Parameters:
    ///   - display: as in `$DISPLAY`; nil: that.
    ///   - coverClasses: names of the class (or the instance) of windows that ``isPrivateWindowVisible`` tells of,
    ///     in upper or lower case.
    ///   - canvas: the size of the canvas, even; nil: that of the target.
    ///   - watchesButtons: whether ``takeButtonEvents()`` is to have any.
    ///   - showsCursor: True if the cursor is drawn over the frame.
    /// - Throws: `noDisplay`, `noSuchTarget`, `unsupportedDisplay`, `displayLost`, `requestRefused`,
    ///   `outOfResources`.
    package static func open(
        display: String? = nil, target: CaptureTarget = .screen, coverClasses: [String] = [],
        canvas: PixelSize? = nil, watchesButtons: Bool = false, showsCursor: Bool = true
    ) throws(CaptureError) -> ScreenCapture {
        let connection = try XConnection.open(display: display)
        try connection.requireSupportedPixels()
        return try ScreenCapture(
            connection, target, coverClasses: coverClasses, canvas: canvas, watchesButtons: watchesButtons,
            showsCursor: showsCursor)
    }

    private init(
        _ connection: XConnection, _ target: CaptureTarget, coverClasses: [String], canvas: PixelSize?,
        watchesButtons: Bool, showsCursor: Bool
    ) throws(CaptureError) {
        self.connection = connection
        self.showsCursor = showsCursor
        waker = try CaptureWaker()
        let window = Self.window(of: target, on: connection)
        let privateWindows =
            coverClasses.isEmpty ? nil : PrivateWindows(coverClasses, on: connection, window: window)
        self.privateWindows = privateWindows
        input = try PointerInput(
            connection, selecting: privateWindows?.rootEvents ?? 0, watchesButtons: watchesButtons)
        if let window {
            source = try WindowSource(window, on: connection)
        } else {
            source = try RootSource(target, on: connection)
        }
        try privateWindows?.watchScreen()
        try Self.check(source.shape)
        size =
            canvas ?? PixelSize(width: source.shape.part.width, height: source.shape.part.height).evenCropped
        shadow = try ShadowImage(size: source.shape.size, connection: connection)
        converter = FrameConverter(from: source.shape.size, to: size)
        dirty = DirtyRegion(bounds: PixelRect(source.shape.size))
        dirty.insertEverything()
        change = .now
        privateWindows?.screenPart = source.screenPart
    }

    /// nil: it is a part of the screen.
    private static func window(of target: CaptureTarget, on connection: XConnection) -> xcb_window_t? {
        guard case .window(let window) = target, window != connection.screen.root else { return nil }
        return window
    }

    private static func check(_ shape: SourceShape) throws(CaptureError) {
        let isTooSmall = min(shape.part.width, shape.part.height) < minSide
        guard isTooSmall || shape.isTooLarge else { return }
        throw CaptureError(
            .noSuchTarget,
            "what should be captured has \(shape.part.width)x\(shape.part.height) pixels, which is too "
                + (isTooSmall ? "small: at least \(minSide)x\(minSide) are needed" : "large for a movie"))
    }

    /// Brings the planes up to date, which the caller keeps from call to call; the first call fills them.
    ///
    /// - Returns: when the frame was on the screen: the last change before the fetch, to some milliseconds;
    ///   the present if nothing changed. Always later than what the call before returned.
    /// - Throws: `displayLost`, `requestRefused`, `unsupportedDisplay`, `outOfResources`.
    package func update(
        luma: UnsafeMutablePointer<UInt8>, lumaStride: Int,
        chroma: UnsafeMutablePointer<UInt8>, chromaStride: Int
    ) throws(CaptureError) -> HostTime {
        let time = try fetch()
        try judgePrivacy()
        convert(
            pixels_nv12(
                luma: luma, luma_stride: Int64(lumaStride), chroma: chroma, chroma_stride: Int64(chromaStride)
            ))
        dirty = DirtyRegion(bounds: dirty.bounds)
        lastUpdate = max(time, lastUpdate + .nanoseconds(1))
        return lastUpdate
    }

    /// What happened to the target since the last call. Complete after an `update`; where it is more than what one
    /// sees in the frame, `wait` has told of a change before.
    package func takeNotices() -> [CaptureNotice] {
        source.takeNotices()
    }

    /// Takes a frame of another size, or of another drawable.
    func refreshSource() throws(CaptureError) {
        let old = source.shape
        try source.refresh()
        let shape = source.shape
        privateWindows?.screenPart = source.screenPart
        guard shape != old, shape.drawable != nil else { return }
        if shape.size != shadow.size {
            shadow = try ShadowImage(size: shape.size, connection: connection)
            converter = FrameConverter(from: shape.size, to: size)
            dirty = DirtyRegion(bounds: PixelRect(shape.size))
        } else {
            shadow.blacken(outside: shape.visible)
        }
        dirty.insertEverything()
    }

    private func convert(_ planes: pixels_nv12) {
        guard dirty.intersects(cursor.frame) else { return convertDirty(planes) }
        cursor.withCursor(on: shadow, visible: source.shape.visible.intersection(PixelRect(shadow.size))) {
            convertDirty(planes)
        }
    }

    private func convertDirty(_ planes: pixels_nv12) {
        convertedPixelCount += converter.convert(dirty, of: shadow.image, into: planes)
    }
}
