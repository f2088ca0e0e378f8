import CPixels
import CXCB
package import Geometry
package import MediaTime
package import PointerShapes
package import ReplaySources

/// A capture of an X11 screen, a part of it or one window, as NV12 in BT.709, limited range.
///
/// The caller drives it: `wait` sleeps until something changes, and `update` brings the caller's planes up to date. Only
/// changes are fetched and converted. Use it from one thread. A lost server may cause `SIGPIPE`, which the process must ignore.
///
/// If the target changes its size, it is scaled to the canvas, whose size is fixed.
package final class ScreenCapture: ScreenCapturing {
    /// The minimum width and height of a frame. A smaller frame is too small for the encoder.
    private static let minSide = 16

    /// The size of the canvas, with even numbers. By default it is the size of the target when the capture was opened.
    package let size: PixelSize
    /// The signal that ends a wait from another thread.
    package let waker: CaptureWaker
    /// The number of pixels converted so far.
    package private(set) var convertedPixelCount = 0
    /// True if the last `update` may have left a window of the classes to cover in the planes. Also true if such a
    /// window was visible since the previous `update`.
    package internal(set) var isPrivateWindowVisible = false
    package private(set) var changedArea: PixelRect?

    let connection: XConnection
    let source: any CaptureSource
    let input: PointerInput
    /// The reader of shortcuts, or nil if the keyboard is not watched.
    let keys: KeyInput?
    let privateWindows: PrivateWindows?
    let pointer: PointerCapture
    var shadow: ShadowImage
    private(set) var converter: FrameConverter
    var cursor = PointerCursor()
    /// The shape of the pointer, if it is captured apart from the frames.
    package internal(set) var pointerShape: PointerShape?
    /// The region that the caller's planes lack, in the frame's coordinates, apart from damage that is still on the server.
    var dirty: DirtyRegion
    /// The time of the last known change that the caller's planes lack, or nil if they are up to date.
    var change: HostTime?
    /// The last time at which the pointer may have moved into or within the frame, or nil.
    var motion: HostTime?
    var cursorShapeIsStale = true
    var lastUpdate = HostTime(nanoseconds: .min)
    /// The button events since the last call of `takeButtonEvents`.
    var buttonEvents: [ButtonEvent] = []
    /// The shortcuts since the last call of `takeKeyPresses`.
    var keyPresses: [KeyPress] = []
    /// True while resting: button events and shortcuts are dropped.
    var isResting = false

    /// Connects to the display and opens a capture.
    /// - Parameters:
    ///   - display: The display, as in `$DISPLAY`. Nil uses that variable.
    ///   - coverClasses: The class (or instance) names of the windows that ``isPrivateWindowVisible`` reports, in any case.
    ///   - canvas: The size of the canvas, with even numbers. Nil uses the size of the target.
    ///   - watchesButtons: True if ``takeButtonEvents()`` should return events.
    ///   - watchesKeys: True if ``takeKeyPresses()`` should return shortcuts.
    ///   - pointer: The way in which the pointer is captured.
    /// - Throws: `noDisplay`, `noSuchTarget`, `unsupportedDisplay`, `displayLost`, `requestRefused`, `outOfResources`.
    package static func open(
        display: String? = nil, target: CaptureTarget = .screen, coverClasses: [String] = [],
        canvas: PixelSize? = nil, watchesButtons: Bool = false, watchesKeys: Bool = false,
        pointer: PointerCapture = .inFrames
    ) throws(CaptureError) -> ScreenCapture {
        let connection = try XConnection.open(display: display)
        try connection.requireSupportedPixels()
        return try ScreenCapture(
            connection, target: target, coverClasses: coverClasses, canvas: canvas, watchesButtons: watchesButtons,
            watchesKeys: watchesKeys, pointer: pointer)
    }

    private init(
        _ connection: XConnection, target: CaptureTarget, coverClasses: [String], canvas: PixelSize?,
        watchesButtons: Bool, watchesKeys: Bool, pointer: PointerCapture
    ) throws(CaptureError) {
        self.connection = connection
        self.pointer = pointer
        waker = try CaptureWaker()
        let window = Self.window(of: target, on: connection)
        let privateWindows =
            coverClasses.isEmpty ? nil : PrivateWindows(coverClasses, on: connection, window: window)
        self.privateWindows = privateWindows
        input = try PointerInput(
            connection, selecting: privateWindows?.rootEvents ?? 0, rawEvents: watchesKeys ? KeyInput.rawEvents : 0,
            watchesButtons: watchesButtons)
        keys = watchesKeys ? try KeyInput(connection, inputOpcode: input.inputOpcode) : nil
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

    /// Returns the window of a target, or nil if the target is a part of the screen.
    private static func window(of target: CaptureTarget, on connection: XConnection) -> xcb_window_t? {
        guard case .window(let window) = target, window != connection.screen.root else { return nil }
        return window
    }

    private static func check(_ shape: SourceShape) throws(CaptureError) {
        let isTooSmall = min(shape.part.width, shape.part.height) < minSide
        guard isTooSmall || shape.isTooLarge else { return }
        throw CaptureError(
            .noSuchTarget,
            reason: "the area to record has \(shape.part.width)x\(shape.part.height) pixels, which is too "
                + (isTooSmall ? "small: at least \(minSide)x\(minSide) are required" : "large for a movie"))
    }

    /// Updates the planes. The caller keeps their contents between calls; the first call fills them.
    ///
    /// - Returns: The time at which the frame was on the screen. It is the time of the last change before the fetch, to
    ///   a few milliseconds, or the current time if nothing has changed. It is always later than in the previous call.
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
        changedArea = converter.canvasArea(of: dirty)
        dirty = DirtyRegion(bounds: dirty.bounds)
        lastUpdate = max(time, lastUpdate + .nanoseconds(1))
        return lastUpdate
    }

    /// Returns the changes of the target since the last call. They are complete after an `update`. `wait` has reported
    /// a change before if the target's state has changed, even without a change of pixels.
    package func takeNotices() -> [CaptureNotice] {
        source.takeNotices()
    }

    /// Updates the shape of the source, and replaces the shadow copy if the size has changed.
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
