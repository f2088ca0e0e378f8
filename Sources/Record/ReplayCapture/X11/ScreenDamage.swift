import CXCB
import Geometry
import MediaTime
import ReplaySources

/// Watches which parts of the screen change, by the DAMAGE extension.
///
/// The server sends one event when the first change happens, and no more until the damage is taken away. To
/// learn of later changes as well, ``rearm()`` moves the damage to a region of our own, without waiting for
/// an answer.
///
/// Of a part of the screen alone it costs nothing when the rest changes: the rest is never taken away, so the
/// server, asked for what is new to it only, has nothing to tell of it.
final class ScreenDamage {
    private let connection: XConnection
    private let notify: UInt8
    private let damage: xcb_damage_damage_t
    private let latest: xcb_xfixes_region_t
    private let pending: xcb_xfixes_region_t
    /// What is taken away; 0 (nothing named): all.
    private let watched: xcb_xfixes_region_t
    /// What `watched` holds; nil: all.
    private var part: PixelRect?

    /// - Parameter part: what is watched of the drawable; nil: all.
    init(
        _ connection: XConnection, of drawable: xcb_drawable_t, within part: PixelRect? = nil
    ) throws(CaptureError) {
        self.connection = connection
        self.part = part
        let pointer = connection.pointer
        notify =
            try connection.require(cxcb_damage_extension(), "DAMAGE").first_event + UInt8(XCB_DAMAGE_NOTIFY)
        _ = try connection.requireFixes()
        _ = try connection.reply(
            "DAMAGE", xcb_damage_query_version(pointer, 1, 1), xcb_damage_query_version_reply)
        damage = xcb_generate_id(pointer)
        latest = xcb_generate_id(pointer)
        pending = xcb_generate_id(pointer)
        xcb_xfixes_create_region(pointer, latest, 0, nil)
        xcb_xfixes_create_region(pointer, pending, 0, nil)
        watched = part == nil ? 0 : xcb_generate_id(pointer)
        if var rectangle = part.map(xcb_rectangle_t.init) {
            xcb_xfixes_create_region(pointer, watched, 1, &rectangle)
        }
        let level =
            part == nil ? XCB_DAMAGE_REPORT_LEVEL_NON_EMPTY : XCB_DAMAGE_REPORT_LEVEL_DELTA_RECTANGLES
        try connection.check(
            "to watch the screen",
            xcb_damage_create_checked(pointer, damage, drawable, UInt8(level.rawValue)))
    }

    deinit {
        let pointer = connection.pointer
        // It went with its window, if that is gone.
        connection.ignoreFailure(xcb_damage_destroy_checked(pointer, damage))
        xcb_xfixes_destroy_region(pointer, latest)
        xcb_xfixes_destroy_region(pointer, pending)
        if part != nil { xcb_xfixes_destroy_region(pointer, watched) }
    }

    /// Watches another part, where a part is watched.
    func watch(_ part: PixelRect) {
        guard self.part != nil else { return }
        self.part = part
        var rectangle = xcb_rectangle_t(part)
        xcb_xfixes_set_region(connection.pointer, watched, 1, &rectangle)
    }

    /// When the screen changed, if `event` says that it did.
    package func time(of event: borrowing XReply<xcb_generic_event_t>) -> HostTime? {
        guard event.body.response_type & 0x7f == notify else { return nil }
        return event.with(xcb_damage_notify_event_t.self) {
            if let part, !part.intersects(PixelRect($0.area)) { return nil }
            return ServerClock.hostTime(of: $0.timestamp, arrival: .now)
        }
    }

    /// Makes the server send an event at the next change, and keeps the changes so far for ``take()``.
    func rearm() {
        _ = subtract()
        xcb_xfixes_union_region(connection.pointer, latest, pending, pending)
    }

    /// Damage that the server was asked for.
    struct Taken {
        fileprivate let region: xcb_xfixes_fetch_region_cookie_t
        fileprivate let sequence: UInt32

        /// Whether the server sent `event` before it took the damage away.
        func follows(_ event: borrowing XReply<xcb_generic_event_t>) -> Bool {
            Int32(bitPattern: sequence &- event.body.full_sequence) > 0
        }
    }

    /// Asks for the damage since the last call, and takes it away.
    func take() -> Taken {
        let subtract = subtract()
        xcb_xfixes_union_region(connection.pointer, latest, pending, pending)
        let region = xcb_xfixes_fetch_region(connection.pointer, pending)
        xcb_xfixes_set_region(connection.pointer, pending, 0, nil)
        return Taken(region: region, sequence: subtract.sequence)
    }

    private func subtract() -> xcb_void_cookie_t {
        let cookie = xcb_damage_subtract_checked(connection.pointer, damage, watched, latest)
        // It went with its window, if that is gone.
        connection.ignoreFailure(cookie)
        return cookie
    }

    /// Waits for damage that was asked for and adds it to `region`, in coordinates of what is watched.
    func receive(_ taken: Taken, into region: inout DirtyRegion) throws(CaptureError) {
        let (x, y) = (part?.x0 ?? 0, part?.y0 ?? 0)
        let reply = try connection.reply("the changes", taken.region, xcb_xfixes_fetch_region_reply)
        let count = Int(xcb_xfixes_fetch_region_rectangles_length(reply.pointer))
        guard count <= DirtyRegion.rectangleLimit else {
            region.insert(PixelRect(reply.body.extents).moved(by: -x, -y))
            return
        }
        let rectangles = UnsafeBufferPointer(
            start: xcb_xfixes_fetch_region_rectangles(reply.pointer), count: count)
        for rectangle in rectangles {
            region.insert(PixelRect(rectangle).moved(by: -x, -y))
        }
    }
}

extension PixelRect {
    fileprivate init(_ rectangle: xcb_rectangle_t) {
        self.init(
            x: Int(rectangle.x), y: Int(rectangle.y), width: Int(rectangle.width),
            height: Int(rectangle.height))
    }
}

extension xcb_rectangle_t {
    /// A rectangle of a screen, so within 16 bits.
    fileprivate init(_ rectangle: PixelRect) {
        self.init(
            x: Int16(clamping: rectangle.x0), y: Int16(clamping: rectangle.y0),
            width: UInt16(clamping: rectangle.width), height: UInt16(clamping: rectangle.height))
    }
}
