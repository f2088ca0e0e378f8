import CPixels
import CXCB

/// Captures one X11 screen with the pointer's cursor, as NV12 in BT.709, limited range.
///
/// The caller drives it: `wait` sleeps until there is something new, `update` brings the caller's planes up
/// to date, fetching and converting no more than changed. Used from one thread. A server that goes away may
/// raise `SIGPIPE`, which the process must ignore.
package final class ScreenCapture {
    /// The size of the picture: that of the screen when the capture was opened, even.
    package let size: PixelSize
    /// Ends a wait from another thread.
    package let waker: CaptureWaker
    /// How many pixels were converted so far.
    package private(set) var convertedPixelCount = 0

    let connection: XConnection
    let damage: ScreenDamage
    let input: PointerInput
    private let shadow: ShadowImage
    private var cursor = PointerCursor()
    /// What the planes of the caller lack, apart from what the server has as damage.
    private var dirty: DirtyRegion
    /// The part of the canvas that the screen has now.
    private var visible: PixelRect
    /// When what the planes of the caller lack was last known to change.
    var change: HostTime?
    private var cursorShapeIsStale = true
    private var lastUpdate = HostTime(nanoseconds: .min)

    /// - Parameter display: as in `$DISPLAY`; nil: that.
    /// - Throws: `noDisplay`, `unsupportedDisplay`, `displayLost`, `requestRefused`, `outOfResources`.
    package static func open(display: String? = nil) throws(CaptureError) -> ScreenCapture {
        let connection = try XConnection.open(display: display)
        try connection.requireSupportedPixels()
        return try ScreenCapture(connection)
    }

    private init(_ connection: XConnection) throws(CaptureError) {
        self.connection = connection
        let root = connection.screen
        size = PixelSize(width: Int(root.width_in_pixels), height: Int(root.height_in_pixels)).evenCropped
        visible = PixelRect(size)
        dirty = DirtyRegion(bounds: visible)
        dirty.insertEverything()
        waker = try CaptureWaker()
        damage = try ScreenDamage(connection)
        input = try PointerInput(connection)
        shadow = try ShadowImage(size: size, connection: connection)
        change = .now
        try refreshGeometry()
    }

    /// Brings the planes up to date, which the caller keeps from call to call; the first call fills them.
    ///
    /// - Returns: when the picture was on the screen: the last change before the fetch, to some milliseconds;
    ///   the present if nothing changed. Always later than what the call before returned.
    /// - Throws: `displayLost`, `requestRefused`, `unsupportedDisplay`.
    package func update(
        luma: UnsafeMutablePointer<UInt8>, lumaStride: Int,
        chroma: UnsafeMutablePointer<UInt8>, chromaStride: Int
    ) throws(CaptureError) -> HostTime {
        let time = try fetch()
        convert(
            pixels_nv12(
                luma: luma, luma_stride: Int64(lumaStride), chroma: chroma, chroma_stride: Int64(chromaStride)
            ))
        dirty = DirtyRegion(bounds: dirty.bounds)
        lastUpdate = max(time, lastUpdate + 1)
        return lastUpdate
    }

    /// Notes an event; returns when it happened if it means that the picture changed.
    func note(_ event: borrowing XReply<xcb_generic_event_t>) -> HostTime? {
        if let time = damage.time(of: event) ?? input.timeOfMotion(event) { return time }
        if let time = input.timeOfShape(event) {
            cursorShapeIsStale = true
            return time
        }
        guard let root = connection.resizedScreen(event) else { return nil }
        resize(to: root)
        return .now
    }

    /// Whether the pointer is elsewhere than in the picture; asks the server.
    func pointerMoved() throws(CaptureError) -> Bool {
        try moveCursor(to: input.query())
    }

    /// Brings the shadow copy up to date; returns when it last changed.
    private func fetch() throws(CaptureError) -> HostTime {
        let now = HostTime.now
        let isFirst = lastUpdate.nanoseconds == .min
        let damaged = damage.take()
        let pointer = input.query()
        try damage.receive(damaged, into: &dirty)
        _ = try moveCursor(to: pointer)
        var shown = try noteEvents(before: damaged)
        if cursorShapeIsStale { try refreshCursorShape() }
        for attempt in 1... {
            do {
                let plan = FetchPlan(
                    dirty.rectangles, canvasWidth: size.width, visible: visible,
                    scratchPixels: shadow.scratchPixels)
                try shadow.fetch(plan, from: connection.screen.root)
                break
            } catch  where error.isBadMatch && attempt < 4 {
                // The screen became smaller between its event and the request.
                try refreshGeometry()
                shown = .now
            }
        }
        return isFirst ? now : shown ?? now
    }

    /// Notes the events that have arrived. Those after the damage was taken belong to the next picture.
    private func noteEvents(before damaged: ScreenDamage.Taken) throws(CaptureError) -> HostTime? {
        var shown = change
        change = nil
        while let event = try connection.nextEvent() {
            guard let time = note(event) else { continue }
            if damaged.follows(event) {
                shown = max(shown ?? time, time)
            } else {
                change = max(change ?? time, time)
            }
        }
        return shown
    }

    private func convert(_ planes: pixels_nv12) {
        guard dirty.intersects(cursor.frame) else { return convertDirty(planes) }
        cursor.withCursor(on: shadow, visible: visible) { convertDirty(planes) }
    }

    private func convertDirty(_ planes: pixels_nv12) {
        for rectangle in dirty.rectangles {
            let bounds = pixels_rect(
                x0: Int32(rectangle.x0), y0: Int32(rectangle.y0), x1: Int32(rectangle.x1),
                y1: Int32(rectangle.y1))
            pixels_convert(shadow.pixels, Int64(size.width * 4), planes, bounds)
            convertedPixelCount += rectangle.area
        }
    }

    private func moveCursor(to pointer: xcb_query_pointer_cookie_t) throws(CaptureError) -> Bool {
        let old = cursor.frame
        let reply = try connection.reply("the pointer's position", pointer, xcb_query_pointer_reply)
        guard cursor.move(to: reply.body) else { return false }
        dirty.insert(old)
        dirty.insert(cursor.frame)
        return true
    }

    private func refreshCursorShape() throws(CaptureError) {
        dirty.insert(cursor.frame)
        do {
            cursor.replace(with: try input.cursorImage())
        } catch  where error.code == .requestRefused {
            // A server without a cursor has no image of it.
            cursor.removeShape()
        }
        dirty.insert(cursor.frame)
        cursorShapeIsStale = false
    }

    private func refreshGeometry() throws(CaptureError) {
        let cookie = xcb_get_geometry(connection.pointer, connection.screen.root)
        let reply = try connection.reply("the size of the screen", cookie, xcb_get_geometry_reply)
        resize(to: PixelSize(width: Int(reply.body.width), height: Int(reply.body.height)))
    }

    /// The canvas stays as it is: what the screen no longer has becomes black.
    private func resize(to screen: PixelSize) {
        let shown = PixelRect(screen).intersection(PixelRect(size))
        guard shown != visible else { return }
        visible = shown
        shadow.blacken(outside: shown)
        dirty.insertEverything()
    }
}
