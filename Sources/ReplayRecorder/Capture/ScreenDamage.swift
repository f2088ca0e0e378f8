import CXCB

/// Watches which parts of the screen change, by the DAMAGE extension.
///
/// The server sends one event when the first change happens, and no more until the damage is taken away. To
/// learn of later changes as well, ``rearm()`` moves the damage to a region of our own, without waiting for
/// an answer.
final class ScreenDamage {
    private let connection: XConnection
    private let notify: UInt8
    private let damage: xcb_damage_damage_t
    private let latest: xcb_xfixes_region_t
    private let pending: xcb_xfixes_region_t

    init(_ connection: XConnection) throws(CaptureError) {
        self.connection = connection
        let pointer = connection.pointer
        notify =
            try connection.require(cxcb_damage_extension(), "DAMAGE").first_event + UInt8(XCB_DAMAGE_NOTIFY)
        _ = try connection.require(cxcb_xfixes_extension(), "XFIXES")
        _ = try connection.reply(
            "DAMAGE", xcb_damage_query_version(pointer, 1, 1), xcb_damage_query_version_reply)
        _ = try connection.reply(
            "XFIXES", xcb_xfixes_query_version(pointer, 4, 0), xcb_xfixes_query_version_reply)
        damage = xcb_generate_id(pointer)
        latest = xcb_generate_id(pointer)
        pending = xcb_generate_id(pointer)
        xcb_xfixes_create_region(pointer, latest, 0, nil)
        xcb_xfixes_create_region(pointer, pending, 0, nil)
        let level = UInt8(XCB_DAMAGE_REPORT_LEVEL_NON_EMPTY.rawValue)
        try connection.check(
            "to watch the screen", xcb_damage_create_checked(pointer, damage, connection.screen.root, level))
    }

    deinit {
        xcb_damage_destroy(connection.pointer, damage)
        xcb_xfixes_destroy_region(connection.pointer, latest)
        xcb_xfixes_destroy_region(connection.pointer, pending)
    }

    /// When the screen changed, if `event` says that it did.
    func time(of event: borrowing XReply<xcb_generic_event_t>) -> HostTime? {
        guard event.body.response_type & 0x7f == notify else { return nil }
        return event.with(xcb_damage_notify_event_t.self) {
            ServerClock.hostTime(of: $0.timestamp, arrival: .now)
        }
    }

    /// Makes the server send an event at the next change, and keeps the changes so far for ``take()``.
    func rearm() {
        xcb_damage_subtract(connection.pointer, damage, 0, latest)
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
        let subtract = xcb_damage_subtract(connection.pointer, damage, 0, latest)
        xcb_xfixes_union_region(connection.pointer, latest, pending, pending)
        let region = xcb_xfixes_fetch_region(connection.pointer, pending)
        xcb_xfixes_set_region(connection.pointer, pending, 0, nil)
        return Taken(region: region, sequence: subtract.sequence)
    }

    /// Waits for damage that was asked for and adds it to `region`.
    func receive(_ taken: Taken, into region: inout DirtyRegion) throws(CaptureError) {
        let reply = try connection.reply("the changes", taken.region, xcb_xfixes_fetch_region_reply)
        let count = Int(xcb_xfixes_fetch_region_rectangles_length(reply.pointer))
        guard count <= DirtyRegion.rectangleLimit else {
            region.insert(PixelRect(reply.body.extents))
            return
        }
        let rectangles = UnsafeBufferPointer(
            start: xcb_xfixes_fetch_region_rectangles(reply.pointer), count: count)
        for rectangle in rectangles { region.insert(PixelRect(rectangle)) }
    }
}

extension PixelRect {
    fileprivate init(_ rectangle: xcb_rectangle_t) {
        self.init(
            x: Int(rectangle.x), y: Int(rectangle.y), width: Int(rectangle.width),
            height: Int(rectangle.height))
    }
}
