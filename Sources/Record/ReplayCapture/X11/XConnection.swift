import CXCB
import Glibc
package import ReplaySources
import SystemPackage

/// A connection to an X server. Use it from one thread.
package final class XConnection {
    let pointer: OpaquePointer
    /// The name of the display, for messages.
    package let name: String
    let screen: xcb_screen_t

    /// Connects to a display. Throws `noDisplay`, or `outOfResources` if memory is short.
    /// - Parameter display: The display, as in `$DISPLAY`. Nil uses that variable.
    package static func open(display: String?) throws(CaptureError) -> XConnection {
        let name = display ?? getenv("DISPLAY").map { String(cString: $0) } ?? ""
        guard !name.isEmpty else {
            throw CaptureError(
                .noDisplay,
                reason: "there is no X display: DISPLAY is not set",
                remedy: "start Replay in a desktop session, or name the display, such as --display :0")
        }
        var number: Int32 = 0
        guard let pointer = xcb_connect(name, &number) else {
            throw CaptureError(.outOfResources, reason: "no memory is left to connect to the X display “\(name)”")
        }
        let status = xcb_connection_has_error(pointer)
        guard status == 0, let screen = screen(number, of: pointer) else {
            xcb_disconnect(pointer)
            throw noDisplay(name, status: status)
        }
        return XConnection(pointer, name: name, screen: screen)
    }

    private init(_ pointer: OpaquePointer, name: String, screen: xcb_screen_t) {
        self.pointer = pointer
        self.name = name
        self.screen = screen
    }

    deinit {
        xcb_disconnect(pointer)
    }

    private static func screen(_ number: Int32, of pointer: OpaquePointer) -> xcb_screen_t? {
        var screens = xcb_setup_roots_iterator(xcb_get_setup(pointer))
        for _ in 0..<number where screens.rem > 0 { xcb_screen_next(&screens) }
        return screens.rem > 0 ? screens.data?.pointee : nil
    }

    private static func noDisplay(_ name: String, status: Int32) -> CaptureError {
        if status == XCB_CONN_CLOSED_PARSE_ERR {
            return CaptureError(
                .noDisplay, reason: "“\(name)” does not name an X display", remedy: "names look like :0 or host:0")
        }
        return CaptureError(
            .noDisplay,
            reason: "the X display “\(name)” cannot be opened: no server answers there, it refuses this user, "
                + "or it has no such screen", remedy: "check DISPLAY and XAUTHORITY")
    }

    var fileDescriptor: FileDescriptor { FileDescriptor(rawValue: xcb_get_file_descriptor(pointer)) }

    /// True if the server is on this host, so that memory can be shared with it.
    var isLocal: Bool {
        var address = sockaddr()
        var length = socklen_t(MemoryLayout<sockaddr>.size)
        return getsockname(fileDescriptor.rawValue, &address, &length) == 0
            && address.sa_family == sa_family_t(AF_UNIX)
    }

    /// Returns the data of an extension, or nil if the server does not have it.
    func `extension`(_ identifier: OpaquePointer?) -> xcb_query_extension_reply_t? {
        guard let reply = xcb_get_extension_data(pointer, identifier), reply.pointee.present != 0 else {
            return nil
        }
        return reply.pointee
    }

    func flush() {
        xcb_flush(pointer)
    }

    typealias Failure = UnsafeMutablePointer<UnsafeMutablePointer<xcb_generic_error_t>?>

    /// Waits for the reply to a request. `receive` is the `xcb_…_reply` function of that request.
    func reply<Cookie, Body>(
        _ operation: StaticString, cookie: Cookie,
        receive: (OpaquePointer?, Cookie, Failure?) -> UnsafeMutablePointer<Body>?
    ) throws(CaptureError) -> XReply<Body> {
        var failure: UnsafeMutablePointer<xcb_generic_error_t>?
        if let body = receive(pointer, cookie, &failure) { return XReply(body) }
        guard let failure else { throw displayLost() }
        throw refused("\(operation)", failure: XReply(failure).body)
    }

    /// Waits until the server has executed a request without a reply, and throws its error.
    func check(_ operation: StaticString, cookie: xcb_void_cookie_t) throws(CaptureError) {
        if let failure = xcb_request_check(pointer, cookie) {
            throw refused("\(operation)", failure: XReply(failure).body)
        }
        if xcb_connection_has_error(pointer) != 0 { throw displayLost() }
    }

    /// Drops the error of a request instead of delivering it as an event. Does not wait.
    func ignoreFailure(_ cookie: xcb_void_cookie_t) {
        xcb_discard_reply(pointer, cookie.sequence)
    }

    /// Returns the next event that has arrived, or nil. Does not wait.
    func nextEvent() throws(CaptureError) -> XReply<xcb_generic_event_t>? {
        guard let event = xcb_poll_for_event(pointer) else {
            if xcb_connection_has_error(pointer) != 0 { throw displayLost() }
            return nil
        }
        let owned = XReply(event)
        guard owned.body.response_type == 0 else { return owned }
        let failure = UnsafeRawPointer(event).assumingMemoryBound(to: xcb_generic_error_t.self).pointee
        throw refused("a request", failure: failure)
    }

    private func displayLost() -> CaptureError {
        CaptureError(
            .displayLost,
            reason: "the connection to the X display “\(name)” was lost: its server ended or closed the connection")
    }

    private func refused(_ operation: String, failure: xcb_generic_error_t) -> CaptureError {
        CaptureError(
            .requestRefused,
            reason: "the X display “\(name)” refused \(operation) (error \(failure.error_code), "
                + "request \(failure.major_code).\(failure.minor_code))",
            protocolError: failure.error_code)
    }
}

extension XConnection {
    /// Returns the server's atom for a name.
    func atom(_ name: String) throws(CaptureError) -> xcb_atom_t {
        let cookie = xcb_intern_atom(pointer, 0, UInt16(name.utf8.count), name)
        return try reply("a name", cookie: cookie, receive: xcb_intern_atom_reply).body.atom
    }

    /// Requests at most 16 KiB of a property of any type.
    func askForProperty(_ property: xcb_atom_t, of window: xcb_window_t) -> xcb_get_property_cookie_t {
        xcb_get_property(pointer, 0, window, property, XCB_GET_PROPERTY_TYPE_ANY.rawValue, 0, 4096)
    }

    /// Returns the value of a property, empty if the window has no such property. Nil if the window is gone.
    func bytes(_ cookie: xcb_get_property_cookie_t) throws(CaptureError) -> [UInt8]? {
        guard let reply = try optionalReply("a window's property", cookie: cookie, receive: xcb_get_property_reply)
        else {
            return nil
        }
        let count = Int(xcb_get_property_value_length(reply.pointer))
        return Array(UnsafeRawBufferPointer(start: xcb_get_property_value(reply.pointer), count: count))
    }

    /// Returns the window IDs in a property of 32-bit numbers.
    func windows(_ cookie: xcb_get_property_cookie_t) throws(CaptureError) -> [xcb_window_t] {
        let bytes = try bytes(cookie) ?? []
        return bytes.withUnsafeBytes { raw in
            stride(from: 0, to: raw.count & ~3, by: 4).map {
                raw.loadUnaligned(fromByteOffset: $0, as: xcb_window_t.self)
            }
        }
    }

    /// Returns the children of a window, the topmost last. Nil if the window is gone.
    func children(_ cookie: xcb_query_tree_cookie_t) throws(CaptureError) -> [xcb_window_t]? {
        guard let reply = try optionalReply("the windows", cookie: cookie, receive: xcb_query_tree_reply) else {
            return nil
        }
        let count = Int(xcb_query_tree_children_length(reply.pointer))
        return Array(UnsafeBufferPointer(start: xcb_query_tree_children(reply.pointer), count: count))
    }
}
