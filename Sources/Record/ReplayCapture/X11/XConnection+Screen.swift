import CXCB
import ReplaySources

extension XConnection {
    /// Checks the format of the screen's pixels.
    /// - Throws: `unsupportedDisplay` unless pixels are B, G, R, unused in four bytes.
    func requireSupportedPixels() throws(CaptureError) {
        let setup = xcb_get_setup(pointer).pointee
        guard setup.image_byte_order == UInt8(XCB_IMAGE_ORDER_LSB_FIRST.rawValue),
            areSupported(depth: screen.root_depth, visual: screen.root_visual)
        else {
            throw CaptureError(
                .unsupportedDisplay,
                reason:
                    "the X display “\(name)” has a depth of \(screen.root_depth) with pixels that Replay cannot read",
                remedy: "run it with a depth of 24")
        }
    }

    /// Returns true if pixels of this depth and visual are B, G, R, unused (or alpha) in four bytes.
    func areSupported(depth: UInt8, visual: xcb_visualid_t) -> Bool {
        [24, 32].contains(depth) && bitsPerPixel(ofDepth: depth) == 32 && isBGR(visual)
    }

    private func bitsPerPixel(ofDepth depth: UInt8) -> UInt8 {
        var formats = xcb_setup_pixmap_formats_iterator(xcb_get_setup(pointer))
        while formats.rem > 0, let format = formats.data?.pointee {
            if format.depth == depth { return format.bits_per_pixel }
            xcb_format_next(&formats)
        }
        return 0
    }

    private func isBGR(_ identifier: xcb_visualid_t) -> Bool {
        withUnsafeRootScreen { root in
            var depths = xcb_screen_allowed_depths_iterator(root)
            while depths.rem > 0 {
                var visuals = xcb_depth_visuals_iterator(depths.data)
                while visuals.rem > 0, let visual = visuals.data?.pointee {
                    if visual.visual_id == identifier {
                        return (visual.red_mask, visual.green_mask, visual.blue_mask) == (
                            0xff0000, 0xff00, 0xff
                        )
                    }
                    xcb_visualtype_next(&visuals)
                }
                xcb_depth_next(&depths)
            }
            return false
        }
    }

    /// Calls `body` with the screen in libxcb's memory, where its depths follow it. A copy of the screen does not have them.
    private func withUnsafeRootScreen(_ body: (UnsafePointer<xcb_screen_t>) -> Bool) -> Bool {
        var screens = xcb_setup_roots_iterator(xcb_get_setup(pointer))
        while screens.rem > 0, let data = screens.data {
            if data.pointee.root == screen.root { return body(data) }
            xcb_screen_next(&screens)
        }
        return false
    }

    /// Returns the data of an extension.
    /// - Throws: `unsupportedDisplay` if the server does not have the extension.
    func require(
        _ identifier: OpaquePointer?, name extensionName: StaticString
    ) throws(CaptureError) -> xcb_query_extension_reply_t {
        if let found = `extension`(identifier) { return found }
        throw CaptureError(
            .unsupportedDisplay,
            reason: "the X display “\(name)” lacks the extension \(extensionName), so "
                + "Replay cannot detect changes on it")
    }

    /// Negotiates the XFIXES version, without which the server refuses XFIXES requests.
    func requireFixes() throws(CaptureError) -> xcb_query_extension_reply_t {
        let fixes = try require(cxcb_xfixes_extension(), name: "XFIXES")
        _ = try reply(
            "XFIXES", cookie: xcb_xfixes_query_version(pointer, 4, 0), receive: xcb_xfixes_query_version_reply)
        return fixes
    }

    /// Returns true if `event` may mean that the size of the screen has changed.
    func isResizeOfScreen(_ event: borrowing XReply<xcb_generic_event_t>) -> Bool {
        guard Int32(event.body.response_type & 0x7f) == XCB_CONFIGURE_NOTIFY else { return false }
        return event.with(xcb_configure_notify_event_t.self) { $0.window == screen.root }
    }
}

extension XReply where Body == xcb_generic_event_t {
    /// Calls `body` with the event as the structure that belongs to its type.
    func with<Event, Value>(_ type: Event.Type, _ body: (Event) -> Value) -> Value {
        body(UnsafeRawPointer(pointer).assumingMemoryBound(to: Event.self).pointee)
    }
}

extension CaptureError {
    /// True if the server reported BadMatch: the drawable has no such part.
    var isBadMatch: Bool { protocolError == UInt8(XCB_MATCH) }
}
