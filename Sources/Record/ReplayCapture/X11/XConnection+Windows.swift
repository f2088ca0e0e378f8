import CXCB
import ReplaySources

extension XConnection {
    /// Selects events of a window. It has no effect if the window is gone.
    func select(_ events: UInt32, on window: xcb_window_t) {
        let cookie = withUnsafePointer(to: events) {
            xcb_change_window_attributes_checked(pointer, window, XCB_CW_EVENT_MASK.rawValue, $0)
        }
        ignoreFailure(cookie)
    }

    /// Checks that the server can name a window's pixmap.
    /// - Throws: `unsupportedDisplay` if it cannot.
    func requireComposite() throws(CaptureError) {
        _ = try require(cxcb_composite_extension(), name: "Composite")
        let version = try reply(
            "Composite", cookie: xcb_composite_query_version(pointer, 0, 4), receive: xcb_composite_query_version_reply)
        guard (version.body.major_version, version.body.minor_version) >= (0, 2) else {
            throw CaptureError(
                .unsupportedDisplay,
                reason: "the X display “\(name)” is too old to capture a single window",
                remedy: "capture its part of the screen")
        }
    }

    /// Does the same as `reply`, but returns nil if the window is gone.
    func optionalReply<Cookie, Body>(
        _ operation: StaticString, cookie: Cookie,
        receive: (OpaquePointer?, Cookie, Failure?) -> UnsafeMutablePointer<Body>?
    ) throws(CaptureError) -> XReply<Body>? {
        do {
            return try reply(operation, cookie: cookie, receive: receive)
        } catch  where error.isOfMissingWindow {
            return nil
        }
    }

    func noSuchWindow(_ window: xcb_window_t) -> CaptureError {
        CaptureError(
            .noSuchTarget,
            reason: "there is no window \(window.windowName) on the X display “\(name)”",
            remedy: "it may have been closed: list the windows and choose again")
    }
}

extension CaptureError {
    /// True if the server reported that there is no such window.
    var isOfMissingWindow: Bool {
        protocolError == UInt8(XCB_WINDOW) || protocolError == UInt8(XCB_DRAWABLE)
    }
}
