import CXCB
import Geometry
import MediaTime
import PointerShapes
import ReplaySources

/// A tracker of the pointer's position (XInput2) and the cursor's shape (XFIXES).
///
/// Raw events report every motion by a device, but not motion by a program (a warp). For a warp, the core motion event
/// of the root window is used. It arrives if no window below selects motion. (The XInput2 event would take it away from
/// other clients.)
///
/// Buttons are watched only if requested.
final class PointerInput {
    /// A press or release of a button.
    struct ButtonChange {
        let time: HostTime
        /// The number of the button, from 1.
        let button: UInt8
        /// True for a press, false for a release.
        let isPress: Bool
    }

    /// The button numbers that X uses for the scroll wheel.
    private static let wheel: ClosedRange<UInt32> = 4...7

    private let connection: XConnection
    /// The number of the extension XInput2.
    let inputOpcode: UInt8
    private let cursorNotify: UInt8

    /// Selects the events.
    /// - Parameters:
    ///   - rootEvents: More events of the root window to select, because the server keeps only one event mask per client.
    ///   - rawEvents: More raw events of devices to select, for the same reason.
    ///   - watchesButtons: True if ``buttonChange(_:)`` should report buttons.
    init(
        _ connection: XConnection, selecting rootEvents: UInt32 = 0, rawEvents: UInt32 = 0,
        watchesButtons: Bool = false
    ) throws(CaptureError) {
        self.connection = connection
        inputOpcode = try connection.require(cxcb_xinput_extension(), name: "XInputExtension").major_opcode
        cursorNotify = try connection.requireFixes().first_event + UInt8(XCB_XFIXES_CURSOR_NOTIFY)
        let version = xcb_input_xi_query_version(connection.pointer, 2, 2)
        _ = try connection.reply("XInput2", cookie: version, receive: xcb_input_xi_query_version_reply)
        try listen(also: rootEvents, rawEvents, watchesButtons: watchesButtons)
    }

    private func listen(also rootEvents: UInt32, _ rawEvents: UInt32, watchesButtons: Bool) throws(CaptureError) {
        let (pointer, root) = (connection.pointer, connection.screen.root)
        let mask =
            XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue | XCB_EVENT_MASK_POINTER_MOTION.rawValue | rootEvents
        let core = withUnsafePointer(to: mask) {
            xcb_change_window_attributes_checked(pointer, root, XCB_CW_EVENT_MASK.rawValue, $0)
        }
        try connection.check("events of the screen", cookie: core)
        let shape = XCB_XFIXES_CURSOR_NOTIFY_MASK_DISPLAY_CURSOR.rawValue
        try connection.check(
            "events of the cursor", cookie: xcb_xfixes_select_cursor_input_checked(pointer, root, shape))
        try connection.check("events of the pointer", cookie: selectRawEvents(rawEvents, ofButtons: watchesButtons))
    }

    private func selectRawEvents(_ others: UInt32, ofButtons: Bool) -> xcb_void_cookie_t {
        // An xcb_input_event_mask_t (the device and the number of mask words) and its single mask word.
        let master = UInt32(XCB_INPUT_DEVICE_ALL_MASTER.rawValue)
        var mask = XCB_INPUT_XI_EVENT_MASK_RAW_MOTION.rawValue | others
        if ofButtons {
            mask |= XCB_INPUT_XI_EVENT_MASK_RAW_BUTTON_PRESS.rawValue
            mask |= XCB_INPUT_XI_EVENT_MASK_RAW_BUTTON_RELEASE.rawValue
        }
        let words = [master | 1 << 16, mask]
        return words.withUnsafeBytes { bytes in
            xcb_input_xi_select_events_checked(
                connection.pointer, connection.screen.root, 1,
                bytes.assumingMemoryBound(to: xcb_input_event_mask_t.self).baseAddress)
        }
    }

    /// Returns the time of a motion, or nil if `event` is not a motion.
    func timeOfMotion(_ event: borrowing XReply<xcb_generic_event_t>) -> HostTime? {
        switch Int32(event.body.response_type & 0x7f) {
        case XCB_MOTION_NOTIFY:
            return event.with(xcb_motion_notify_event_t.self) {
                ServerClock.hostTime(of: $0.time, arrival: .now)
            }
        case XCB_GE_GENERIC:
            return event.with(xcb_input_raw_motion_event_t.self) {
                guard $0.extension == inputOpcode, $0.event_type == UInt16(XCB_INPUT_RAW_MOTION) else {
                    return nil
                }
                return ServerClock.hostTime(of: $0.time, arrival: .now)
            }
        default:
            return nil
        }
    }

    /// Returns the change of a button, or nil if `event` is not one. The scroll wheel does not count.
    func buttonChange(_ event: borrowing XReply<xcb_generic_event_t>) -> ButtonChange? {
        guard Int32(event.body.response_type & 0x7f) == XCB_GE_GENERIC else { return nil }
        return event.with(xcb_input_raw_button_press_event_t.self) {
            let isPress = $0.event_type == UInt16(XCB_INPUT_RAW_BUTTON_PRESS)
            guard $0.extension == inputOpcode, isPress || $0.event_type == UInt16(XCB_INPUT_RAW_BUTTON_RELEASE),
                !Self.wheel.contains($0.detail), let button = UInt8(exactly: $0.detail)
            else { return nil }
            return ButtonChange(
                time: ServerClock.hostTime(of: $0.time, arrival: .now), button: button, isPress: isPress)
        }
    }

    /// Returns the time of a change of the cursor's shape, or nil if `event` is not one.
    func timeOfShape(_ event: borrowing XReply<xcb_generic_event_t>) -> HostTime? {
        guard event.body.response_type & 0x7f == cursorNotify else { return nil }
        return event.with(xcb_xfixes_cursor_notify_event_t.self) {
            ServerClock.hostTime(of: $0.timestamp, arrival: .now)
        }
    }

    /// Returns the current shape of the pointer.
    func pointerShape() throws(CaptureError) -> PointerShape {
        let reply = try connection.reply(
            "the cursor", cookie: xcb_xfixes_get_cursor_image_and_name(connection.pointer),
            receive: xcb_xfixes_get_cursor_image_and_name_reply)
        let image = reply.body
        let count = Int(xcb_xfixes_get_cursor_image_and_name_cursor_image_length(reply.pointer))
        let pixels = xcb_xfixes_get_cursor_image_and_name_cursor_image(reply.pointer)
        let length = Int(xcb_xfixes_get_cursor_image_and_name_name_length(reply.pointer))
        let name = UnsafeRawPointer(xcb_xfixes_get_cursor_image_and_name_name(reply.pointer))
        return PointerShape(
            pixels: Array(UnsafeBufferPointer(start: pixels, count: pixels == nil ? 0 : count)),
            size: PixelSize(width: Int(image.width), height: Int(image.height)),
            hotspot: PixelPoint(x: Int(image.xhot), y: Int(image.yhot)),
            name: String(decoding: UnsafeRawBufferPointer(start: name, count: name == nil ? 0 : length), as: UTF8.self))
    }
}
