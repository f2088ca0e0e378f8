import CXCB
import Geometry
import MediaTime
import ReplaySources

/// A tracker of changed parts of the screen that uses the DAMAGE extension.
///
/// The server sends one event at the first change, and no more until the damage is subtracted. To get the times of
/// later changes too, ``rearm()`` moves the damage to a region of this client without waiting for a reply.
///
/// If only a part of the screen is watched, changes in the rest cost nothing. Damage in the rest is never subtracted.
/// The server is asked to report only new damage, so it reports nothing more there.
final class ScreenDamage {
    private let connection: XConnection
    private let notify: UInt8
    private let damage: xcb_damage_damage_t
    private let latest: xcb_xfixes_region_t
    private let pending: xcb_xfixes_region_t
    /// The region to subtract; 0 (no region) means everything.
    private let watched: xcb_xfixes_region_t
    /// The rectangle of `watched`; nil means everything.
    private var part: PixelRect?

    /// Starts watching a drawable.
    /// - Parameter part: The part of the drawable to watch, or nil to watch all of it.
    init(
        _ connection: XConnection, of drawable: xcb_drawable_t, within part: PixelRect? = nil
    ) throws(CaptureError) {
        self.connection = connection
        self.part = part
        let pointer = connection.pointer
        notify =
            try connection.require(cxcb_damage_extension(), name: "DAMAGE").first_event + UInt8(XCB_DAMAGE_NOTIFY)
        _ = try connection.requireFixes()
        _ = try connection.reply(
            "DAMAGE", cookie: xcb_damage_query_version(pointer, 1, 1), receive: xcb_damage_query_version_reply)
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
            cookie: xcb_damage_create_checked(pointer, damage, drawable, UInt8(level.rawValue)))
    }

    deinit {
        let pointer = connection.pointer
        // If the window is gone, its damage object is gone too.
        connection.ignoreFailure(xcb_damage_destroy_checked(pointer, damage))
        xcb_xfixes_destroy_region(pointer, latest)
        xcb_xfixes_destroy_region(pointer, pending)
        if part != nil { xcb_xfixes_destroy_region(pointer, watched) }
    }

    /// Changes the watched part. It has no effect if the whole drawable is watched.
    func watch(_ part: PixelRect) {
        guard self.part != nil else { return }
        self.part = part
        var rectangle = xcb_rectangle_t(part)
        xcb_xfixes_set_region(connection.pointer, watched, 1, &rectangle)
    }

    /// Returns the time of a change, or nil if `event` does not report one.
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

    /// Damage that has been requested from the server.
    struct Taken {
        fileprivate let region: xcb_xfixes_fetch_region_cookie_t
        fileprivate let sequence: UInt32

        /// Returns true if the server sent `event` before it subtracted the damage.
        func follows(_ event: borrowing XReply<xcb_generic_event_t>) -> Bool {
            Int32(bitPattern: sequence &- event.body.full_sequence) > 0
        }
    }

    /// Requests the damage since the last call, and subtracts it.
    func take() -> Taken {
        let subtract = subtract()
        xcb_xfixes_union_region(connection.pointer, latest, pending, pending)
        let region = xcb_xfixes_fetch_region(connection.pointer, pending)
        xcb_xfixes_set_region(connection.pointer, pending, 0, nil)
        return Taken(region: region, sequence: subtract.sequence)
    }

    private func subtract() -> xcb_void_cookie_t {
        let cookie = xcb_damage_subtract_checked(connection.pointer, damage, watched, latest)
        // If the window is gone, its damage object is gone too.
        connection.ignoreFailure(cookie)
        return cookie
    }

    /// Waits for requested damage and adds it to `region`, in the coordinates of the watched part.
    func receive(_ taken: Taken, into region: inout DirtyRegion) throws(CaptureError) {
        let (x, y) = (part?.x0 ?? 0, part?.y0 ?? 0)
        let reply = try connection.reply("the changes", cookie: taken.region, receive: xcb_xfixes_fetch_region_reply)
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
    /// Creates a rectangle of a screen, whose coordinates fit in 16 bits.
    fileprivate init(_ rectangle: PixelRect) {
        self.init(
            x: Int16(clamping: rectangle.x0), y: Int16(clamping: rectangle.y0),
            width: UInt16(clamping: rectangle.width), height: UInt16(clamping: rectangle.height))
    }
}
