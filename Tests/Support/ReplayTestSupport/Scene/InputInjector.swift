internal import CXCB
import Glibc

/// The mouse and the keyboard of a display, controlled by its XTEST extension like devices. Each call returns when the
/// server has processed it.
public final class InputInjector {
    private let connection: OpaquePointer
    private let root: UInt32
    /// An xcb_extension_t: its name, and a number from libxcb, which keeps the address.
    private let identifier: UnsafeMutablePointer<UInt>

    /// - Throws: `SceneError` if the display cannot be opened.
    public init(display: String?) throws(SceneError) {
        var screenNumber: Int32 = 0
        connection = xcb_connect(display, &screenNumber)
        guard xcb_connection_has_error(connection) == 0 else {
            xcb_disconnect(connection)
            throw SceneError("The display \(display ?? "of DISPLAY") cannot be opened.")
        }
        root = xcb_setup_roots_iterator(xcb_get_setup(connection)).data.pointee.root
        identifier = .allocate(capacity: 2)
        let name: StaticString = "XTEST"
        identifier[0] = UInt(bitPattern: name.utf8Start)
        identifier[1] = 0
    }

    deinit {
        xcb_disconnect(connection)
        identifier.deallocate()
    }

    /// Sets the shape of the pointer over the root window: one of the standard font of cursors.
    /// - Parameter glyph: The number of the shape: 68 is the arrow (`left_ptr`), 152 the text cursor (`xterm`).
    public func setShape(_ glyph: UInt16) {
        let (font, cursor) = (xcb_generate_id(connection), xcb_generate_id(connection))
        let name = "cursor"
        xcb_open_font(connection, font, UInt16(name.utf8.count), name)
        xcb_create_glyph_cursor(connection, cursor, font, font, glyph, glyph + 1, 0, 0, 0, .max, .max, .max)
        withUnsafePointer(to: cursor) {
            _ = xcb_change_window_attributes(connection, root, XCB_CW_CURSOR.rawValue, $0)
        }
        free(xcb_get_input_focus_reply(connection, xcb_get_input_focus(connection), nil))
    }

    /// Moves the pointer, in pixels of the screen.
    public func move(x: Int, y: Int) { fake(XCB_MOTION_NOTIFY, 0, x: x, y: y) }

    /// Presses and releases a button of the pointer.
    /// - Parameter button: The button's number, from 1; 4 to 7 are the wheel's.
    public func click(_ button: UInt8 = 1) {
        fake(XCB_BUTTON_PRESS, button)
        fake(XCB_BUTTON_RELEASE, button)
    }

    /// Presses and releases a key.
    /// - Parameter keycode: The X keycode, 8 to 255.
    public func type(_ keycode: UInt8) {
        fake(XCB_KEY_PRESS, keycode)
        fake(XCB_KEY_RELEASE, keycode)
    }

    /// Holds a key down while `body` runs.
    public func hold(_ keycode: UInt8, _ body: () -> Void) {
        fake(XCB_KEY_PRESS, keycode)
        body()
        fake(XCB_KEY_RELEASE, keycode)
    }

    /// Sends the request FakeInput.
    private func fake(_ type: Int32, _ detail: UInt8, x: Int = 0, y: Int = 0) {
        let place = UInt32(UInt16(clamping: x)) | UInt32(UInt16(clamping: y)) << 16
        // After the header, type and detail, delay, root, unused, position, unused.
        var words = [0, UInt32(type) | UInt32(detail) << 8, 0, root, 0, 0, place, 0, 0]
        send(&words)
        free(xcb_get_input_focus_reply(connection, xcb_get_input_focus(connection), nil))
    }

    private func send(_ words: inout [UInt32]) {
        // The shim leaves out xcbext.h. These are the fields of xcb_protocol_request_t: the number of parts, the
        // extension, the opcode, and 1 for no reply.
        typealias Send = @convention(c) (OpaquePointer, Int32, UnsafeMutableRawPointer, UnsafeRawPointer) -> UInt32
        guard let function = dlsym(nil, "xcb_send_request") else { return }
        let send = unsafeBitCast(function, to: Send.self)
        let request: [UInt] = [1, UInt(bitPattern: identifier), 2 | 1 << 8]
        words.withUnsafeMutableBytes { bytes in
            // The first two parts are reserved for libxcb.
            var parts = [iovec(), iovec(), iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)]
            parts.withUnsafeMutableBytes { buffer in
                guard let start = buffer.baseAddress else { return }
                _ = send(connection, 0, start + 2 * MemoryLayout<iovec>.stride, request)
            }
        }
    }
}
