import CXCB
import MediaTime
import ReplaySources

/// A reader of the keyboard that reports shortcuts and forgets all other keys at once.
final class KeyInput {
    private let connection: XConnection
    private let inputOpcode: UInt8
    private var tracker: KeyTracker
    private static let privateClasses = Set(PrivateWindowClasses.passwordManagers)
    /// The maximum number of windows from the focused one up to the root window.
    private static let maxDepth = 32

    /// The events of XInput2 to select.
    static let rawEvents =
        XCB_INPUT_XI_EVENT_MASK_RAW_KEY_PRESS.rawValue | XCB_INPUT_XI_EVENT_MASK_RAW_KEY_RELEASE.rawValue

    /// Reads the keyboard's layout and the keys that are pressed.
    /// - Parameter inputOpcode: The number of the extension XInput2.
    init(_ connection: XConnection, inputOpcode: UInt8) throws(CaptureError) {
        (self.connection, self.inputOpcode) = (connection, inputOpcode)
        let reply = try connection.reply(
            "the keyboard", cookie: xcb_query_keymap(connection.pointer), receive: xcb_query_keymap_reply)
        let bits = withUnsafeBytes(of: reply.body.keys) { Array($0) }
        let pressed = (0...UInt8.max).filter { bits[Int($0) / 8] >> ($0 % 8) & 1 == 1 }
        tracker = KeyTracker(pressed: Set(pressed), symbols: try Self.symbols(on: connection))
    }

    private static func symbols(on connection: XConnection) throws(CaptureError) -> @Sendable (UInt8) -> [KeySymbol] {
        let setup = xcb_get_setup(connection.pointer).pointee
        let (first, count) = (setup.min_keycode, setup.max_keycode - setup.min_keycode + 1)
        let reply = try connection.reply(
            "the keyboard", cookie: xcb_get_keyboard_mapping(connection.pointer, first, count),
            receive: xcb_get_keyboard_mapping_reply)
        let symbols = UnsafeBufferPointer(
            start: xcb_get_keyboard_mapping_keysyms(reply.pointer),
            count: Int(xcb_get_keyboard_mapping_keysyms_length(reply.pointer))
        ).map { KeySymbol(number: $0) }
        let perKey = max(1, Int(reply.body.keysyms_per_keycode))
        return { code in
            guard code >= first else { return [] }
            let start = Int(code - first) * perKey
            return start < symbols.count ? Array(symbols[start..<min(start + perKey, symbols.count)]) : []
        }
    }

    /// Returns the shortcut that an event reports, or nil if it reports none.
    func press(_ event: borrowing XReply<xcb_generic_event_t>) throws(CaptureError) -> KeyPress? {
        let type = Int32(event.body.response_type & 0x7f)
        if type == XCB_MAPPING_NOTIFY { tracker.replaceSymbols(try Self.symbols(on: connection)) }
        guard type == XCB_GE_GENERIC else { return nil }
        return event.with(xcb_input_raw_key_press_event_t.self) { event -> KeyPress? in
            guard event.extension == inputOpcode, let code = UInt8(exactly: event.detail) else { return nil }
            switch event.event_type {
            case UInt16(XCB_INPUT_RAW_KEY_PRESS):
                let time = ServerClock.hostTime(of: event.time, arrival: .now)
                return tracker.press(code).map { KeyPress(time: time, chord: $0) }
            case UInt16(XCB_INPUT_RAW_KEY_RELEASE): tracker.release(code)
            default: break
            }
            return nil
        }
    }

    /// The windows that get what is typed: the one with the keyboard's focus, and those that contain it.
    struct Focus {
        fileprivate(set) var windows: [xcb_window_t] = []
        /// True if one of the windows asks for a password or manages passwords, or if that cannot be known.
        fileprivate(set) var isPrivate = false
    }

    /// Returns the windows that get what is typed.
    func focus() throws(CaptureError) -> Focus {
        let reply = try connection.reply(
            "the focus", cookie: xcb_get_input_focus(connection.pointer), receive: xcb_get_input_focus_reply)
        var window = reply.body.focus
        let root = connection.screen.root
        // 0 and 1 stand for no window and for the one under the pointer, as does the root window.
        if window <= 1 || window == root { return try focusUnderPointer() }
        var focus = Focus()
        for _ in 0..<Self.maxDepth where window != 0 && window != root {
            try add(window, to: &focus)
            let tree = try connection.optionalReply(
                "a window's place", cookie: xcb_query_tree(connection.pointer, window), receive: xcb_query_tree_reply)
            guard let tree else {
                focus.isPrivate = true
                break
            }
            window = tree.body.parent
        }
        return focus
    }

    private func focusUnderPointer() throws(CaptureError) -> Focus {
        var (focus, window) = (Focus(), connection.screen.root)
        for _ in 0..<Self.maxDepth {
            let pointer = try connection.optionalReply(
                "the pointer's position", cookie: xcb_query_pointer(connection.pointer, window),
                receive: xcb_query_pointer_reply)
            guard let child = pointer?.body.child else {
                focus.isPrivate = true
                break
            }
            if child == 0 { break }
            try add(child, to: &focus)
            window = child
        }
        return focus
    }

    private func add(_ window: xcb_window_t, to focus: inout Focus) throws(CaptureError) {
        focus.windows.append(window)
        if try isPrivate(window) { focus.isPrivate = true }
    }

    /// Returns true if a window has a private class, or is gone, so that its class is not known.
    private func isPrivate(_ window: xcb_window_t) throws(CaptureError) -> Bool {
        let property = connection.askForProperty(XCB_ATOM_WM_CLASS.rawValue, of: window)
        guard let bytes = try connection.bytes(property) else { return true }
        let names = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self).lowercased() }
        return names.contains(where: Self.privateClasses.contains)
    }
}
