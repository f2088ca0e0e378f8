import CXCB
import Glibc
package import MediaTime
package import ReplaySources

extension WindowList {
    /// Lets the user click on a window with a crosshair pointer. Blocks until a click or until `deadline`.
    /// - Returns: The window, or nil if the selection was cancelled by Escape, by another button, or by the deadline.
    /// - Throws: `noSuchTarget` if there is no window at that position, `requestRefused` if another program has grabbed
    ///   the pointer; `noDisplay`, `displayLost`.
    package static func pick(
        display: String? = nil, until deadline: HostTime? = nil
    ) throws(CaptureError) -> ScreenWindow? {
        let connection = try XConnection.open(display: display)
        let picker = WindowPicker(connection)
        try picker.grab()
        guard let top = try picker.awaitClick(until: deadline) else { return nil }
        guard top != 0, let window = try read(connection.client(below: top), on: connection) else {
            throw CaptureError(
                .noSuchTarget, reason: "there is no window where you clicked, only the desktop",
                remedy: "click on a window")
        }
        return window
    }
}

/// A grab of the pointer and the keyboard, which ends when the connection is closed.
private final class WindowPicker {
    private static let escape: xcb_keysym_t = 0xff1b
    /// The glyph index of a crosshair in the server's cursor font. The next glyph is its mask.
    private static let crosshair: UInt16 = 34

    private let connection: XConnection

    init(_ connection: XConnection) {
        self.connection = connection
    }

    func grab() throws(CaptureError) {
        let (pointer, root) = (connection.pointer, connection.screen.root)
        let mask = XCB_EVENT_MASK_BUTTON_PRESS.rawValue | XCB_EVENT_MASK_BUTTON_RELEASE.rawValue
        let asynchronous = UInt8(XCB_GRAB_MODE_ASYNC.rawValue)
        let mouse = xcb_grab_pointer(
            pointer, 0, root, UInt16(mask), asynchronous, asynchronous, 0, makeCursor(), 0)
        let keys = xcb_grab_keyboard(pointer, 0, root, 0, asynchronous, asynchronous)
        let mouseStatus = try connection.reply("the pointer", cookie: mouse, receive: xcb_grab_pointer_reply).body
            .status
        // The user can still click without the keyboard grab.
        _ = try connection.reply("the keyboard", cookie: keys, receive: xcb_grab_keyboard_reply)
        guard mouseStatus == UInt8(XCB_GRAB_STATUS_SUCCESS.rawValue) else {
            throw CaptureError(
                .requestRefused,
                reason:
                    "no window can be chosen by a click now: another program has grabbed the pointer (an open menu?)",
                remedy: "close it, or name the window")
        }
    }

    private func makeCursor() -> xcb_cursor_t {
        let (font, cursor) = (xcb_generate_id(connection.pointer), xcb_generate_id(connection.pointer))
        let name = "cursor"
        connection.ignoreFailure(
            xcb_open_font_checked(connection.pointer, font, UInt16(name.utf8.count), name))
        connection.ignoreFailure(
            xcb_create_glyph_cursor_checked(
                connection.pointer, cursor, font, font, Self.crosshair, Self.crosshair + 1, 0, 0, 0, .max, .max,
                .max))
        return cursor
    }

    /// Waits for a click.
    /// - Returns: The child of the root that was clicked, 0 for the root, or nil if the selection was cancelled.
    func awaitClick(until deadline: HostTime?) throws(CaptureError) -> xcb_window_t? {
        let escapes = try keycodes(of: Self.escape)
        var clicked: (button: xcb_button_t, window: xcb_window_t)?
        while true {
            guard let event = try nextEvent(until: deadline) else { return nil }
            switch Int32(event.body.response_type & 0x7f) {
            case XCB_KEY_PRESS:
                if escapes.contains(event.with(xcb_key_press_event_t.self) { $0.detail }) { return nil }
            case XCB_BUTTON_PRESS:
                let press = event.with(xcb_button_press_event_t.self) { $0 }
                clicked = clicked ?? (press.detail, press.child)
            case XCB_BUTTON_RELEASE:
                // Wait for the release, so that the clicked window does not receive half a click.
                if let clicked { return clicked.button == 1 ? clicked.window : nil }
            default: break
            }
        }
    }

    /// Returns the next event, or nil after the deadline.
    private func nextEvent(
        until deadline: HostTime?
    ) throws(CaptureError) -> XReply<xcb_generic_event_t>? {
        while true {
            if let event = try connection.nextEvent() { return event }
            if let deadline, deadline <= .now { return nil }
            connection.flush()
            var polled = pollfd(fd: connection.fileDescriptor.rawValue, events: Int16(POLLIN), revents: 0)
            poll(&polled, 1, deadline.map { ($0 - .now).timeoutMilliseconds } ?? -1)
        }
    }

    private func keycodes(of keysym: xcb_keysym_t) throws(CaptureError) -> Set<xcb_keycode_t> {
        let setup = xcb_get_setup(connection.pointer).pointee
        let (first, count) = (setup.min_keycode, setup.max_keycode - setup.min_keycode + 1)
        let reply = try connection.reply(
            "the keyboard", cookie: xcb_get_keyboard_mapping(connection.pointer, first, count),
            receive: xcb_get_keyboard_mapping_reply)
        let keysyms = UnsafeBufferPointer(
            start: xcb_get_keyboard_mapping_keysyms(reply.pointer),
            count: Int(xcb_get_keyboard_mapping_keysyms_length(reply.pointer)))
        let perKey = max(1, Int(reply.body.keysyms_per_keycode))
        return Set(keysyms.indices.filter { keysyms[$0] == keysym }.map { first + xcb_keycode_t($0 / perKey) })
    }
}
