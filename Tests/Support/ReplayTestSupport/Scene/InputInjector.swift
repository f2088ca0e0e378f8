internal import CXCB
import Glibc

/// The mouse and the keyboard of a display, moved by its XTEST extension as devices would be. Each call returns when the server
/// has done it.
public final class InputInjector {
    private let connection: OpaquePointer
    private let root: UInt32
    /// An xcb_extension_t: its name, and a number that libxcb gives it. libxcb keeps its address.
    private let identifier: UnsafeMutablePointer<UInt>

    /// - Throws: `SceneError` where the display cannot be opened.
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

    /// Moves the pointer, in pixels of the screen.
    public func move(x: Int, y: Int) { fake(XCB_MOTION_NOTIFY, 0, x: x, y: y) }

    /// Presses a button of the pointer and lets it go.
    /// - Parameter button: from 1; 4 to 7 are the wheel's.
    public func click(_ button: UInt8 = 1) {
        fake(XCB_BUTTON_PRESS, button)
        fake(XCB_BUTTON_RELEASE, button)
    }

    /// Presses a key and lets it go.
    /// - Parameter keycode: 8 to 255.
    public func type(_ keycode: UInt8) {
        fake(XCB_KEY_PRESS, keycode)
        fake(XCB_KEY_RELEASE, keycode)
    }

    /// The request FakeInput.
    private func fake(_ type: Int32, _ detail: UInt8, x: Int = 0, y: Int = 0) {
        let place = UInt32(UInt16(clamping: x)) | UInt32(UInt16(clamping: y)) << 16
        // After the header type and detail, delay, root, unused, place, unused.
        var words = [0, UInt32(type) | UInt32(detail) << 8, 0, root, 0, 0, place, 0, 0]
        send(&words)
        free(xcb_get_input_focus_reply(connection, xcb_get_input_focus(connection), nil))
    }

    private func send(_ words: inout [UInt32]) {
        // The shim leaves out xcbext.h. An xcb_protocol_request_t: count of parts, extension, opcode, no answer.
        typealias Send = @convention(c) (OpaquePointer, Int32, UnsafeMutableRawPointer, UnsafeRawPointer) -> UInt32
        guard let function = dlsym(nil, "xcb_send_request") else { return }
        let send = unsafeBitCast(function, to: Send.self)
        let request: [UInt] = [1, UInt(bitPattern: identifier), 2 | 1 << 8]
        words.withUnsafeMutableBytes { bytes in
            // The first two are for libxcb.
            var parts = [iovec(), iovec(), iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)]
            parts.withUnsafeMutableBytes { buffer in
                guard let start = buffer.baseAddress else { return }
                _ = send(connection, 0, start + 2 * MemoryLayout<iovec>.stride, request)
            }
        }
    }
}
