import CXCB
import MediaTime
import ReplayTestSupport

@testable import ReplayCapture
@testable import ReplaySources

/// The mouse and keyboard of a display, controlled by the XTEST extension.
final class HeadlessInput {
    private let display: DisplayClient
    /// An xcb_extension_t: its name, and a number from libxcb, which keeps the address.
    private let identifier: UnsafeMutablePointer<UInt>

    init(_ display: DisplayClient) {
        self.display = display
        identifier = .allocate(capacity: 2)
        let name: StaticString = "XTEST"
        identifier[0] = UInt(bitPattern: name.utf8Start)
        identifier[1] = 0
    }

    deinit {
        identifier.deallocate()
    }

    /// Presses and releases a button or key.
    func click(_ button: UInt8) throws { try pressAndRelease(XCB_BUTTON_PRESS, XCB_BUTTON_RELEASE, button) }
    func type(_ keycode: UInt8) throws { try pressAndRelease(XCB_KEY_PRESS, XCB_KEY_RELEASE, keycode) }

    /// Moves the pointer as a device does.
    func move(x: Int16, y: Int16) throws {
        let place = UInt32(UInt16(bitPattern: x)) | UInt32(UInt16(bitPattern: y)) << 16
        var words = [0, UInt32(XCB_MOTION_NOTIFY), 0, display.client.screen.root, 0, 0, place, 0, 0]
        try display.send(&words, OpaquePointer(identifier), opcode: 2)
    }

    private func pressAndRelease(_ press: Int32, _ release: Int32, _ detail: UInt8) throws {
        for type in [press, release] {
            // FakeInput: after the header, type and detail, delay, root, unused, position, unused.
            var words = [0, UInt32(type) | UInt32(detail) << 8, 0, display.client.screen.root, 0, 0, 0, 0, 0]
            try display.send(&words, OpaquePointer(identifier), opcode: 2)
        }
    }

    /// Waits until another client has grabbed the pointer, or until no client has.
    func awaitGrab(_ isGrabbed: Bool = true) throws {
        let (pointer, root) = (display.client.pointer, display.client.screen.root)
        let deadline = HostTime.now + .seconds(WaitLimit.seconds)
        while HostTime.now < deadline {
            let grab = xcb_grab_pointer(pointer, 0, root, 0, 1, 1, 0, 0, 0)
            let status = try display.client.reply("grab", cookie: grab, receive: xcb_grab_pointer_reply).body.status
            xcb_ungrab_pointer(pointer, 0)
            // Lets the other clients run.
            for _ in 0..<100 {
                _ = try display.client.reply(
                    "turn", cookie: xcb_get_input_focus(pointer), receive: xcb_get_input_focus_reply)
            }
            if isGrabbed == (status == UInt8(XCB_GRAB_STATUS_ALREADY_GRABBED.rawValue)) { return }
        }
        throw CaptureError(.requestRefused, reason: "The pointer was not grabbed, or stayed so.")
    }
}
