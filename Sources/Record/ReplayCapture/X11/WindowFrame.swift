import CXCB
import Geometry
import ReplaySources

/// The size and the visibility of a window.
struct WindowFrame: Hashable {
    /// The size without the border.
    let size: PixelSize
    let border: Int
    /// True if the window and all its ancestors are mapped.
    let isViewable: Bool

    /// The rectangle of the window without its border in its pixmap.
    var interior: PixelRect { PixelRect(x: border, y: border, width: size.width, height: size.height) }
    /// The size of the window's pixmap.
    var pixmapSize: PixelSize { PixelSize(width: size.width + 2 * border, height: size.height + 2 * border) }

    private init(geometry: xcb_get_geometry_reply_t, attributes: xcb_get_window_attributes_reply_t) {
        size = PixelSize(width: Int(geometry.width), height: Int(geometry.height))
        border = Int(geometry.border_width)
        isViewable = attributes.map_state == UInt8(XCB_MAP_STATE_VIEWABLE.rawValue)
    }

    /// Returns a window's frame, or nil if there is no such window.
    static func of(_ window: xcb_window_t, on connection: XConnection) throws(CaptureError) -> WindowFrame? {
        guard let (geometry, attributes) = try read(window, on: connection) else { return nil }
        return WindowFrame(geometry: geometry, attributes: attributes)
    }

    /// Returns the frame of a window that can be captured.
    /// - Throws: `noSuchTarget` if there is no such window, or if it has no pixels that can be captured.
    static func ofCapturable(
        _ window: xcb_window_t, on connection: XConnection
    ) throws(CaptureError) -> WindowFrame {
        guard let (geometry, attributes) = try read(window, on: connection) else {
            throw connection.noSuchWindow(window)
        }
        guard attributes._class == UInt16(XCB_WINDOW_CLASS_INPUT_OUTPUT.rawValue) else {
            throw CaptureError(
                .noSuchTarget,
                reason: "the window \(window.windowName) has no pixels: it only receives input",
                remedy: "choose the visible window")
        }
        guard connection.areSupported(depth: geometry.depth, visual: attributes.visual) else {
            throw CaptureError(
                .noSuchTarget,
                reason: "the window \(window.windowName) has a depth of \(geometry.depth) "
                    + "with pixels that Replay cannot read",
                remedy: "capture its part of the screen instead")
        }
        return WindowFrame(geometry: geometry, attributes: attributes)
    }

    private static func read(
        _ window: xcb_window_t, on connection: XConnection
    ) throws(CaptureError) -> (xcb_get_geometry_reply_t, xcb_get_window_attributes_reply_t)? {
        let asked = xcb_get_geometry(connection.pointer, window)
        let attributesAsked = xcb_get_window_attributes(connection.pointer, window)
        // Read both replies, so that libxcb keeps none of them.
        let geometry = try connection.optionalReply(
            "a window's size", cookie: asked, receive: xcb_get_geometry_reply)?.body
        let attributes = try connection.optionalReply(
            "a window's attributes", cookie: attributesAsked, receive: xcb_get_window_attributes_reply)?.body
        guard let geometry, let attributes else { return nil }
        return (geometry, attributes)
    }
}
