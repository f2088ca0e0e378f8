internal import CXCB
import Glibc

/// A window of one colour, with a class and a title, from a separate client. It ends with this object.
public final class PaintedWindow {
    /// The window's X identifier.
    public let id: UInt32
    private let connection: OpaquePointer

    /// Creates a window, which ``show()`` makes visible.
    /// - Parameters:
    ///   - colour: The colour, as 0xRRGGBB.
    public init(
        _ frame: PixelRectangle, colour: UInt32, className: String, title: String = "", display: String?
    ) throws(SceneError) {
        var screenNumber: Int32 = 0
        connection = xcb_connect(display, &screenNumber)
        guard xcb_connection_has_error(connection) == 0 else {
            xcb_disconnect(connection)
            throw SceneError("The display \(display ?? "of DISPLAY") cannot be opened.")
        }
        let screen = xcb_setup_roots_iterator(xcb_get_setup(connection)).data.pointee
        id = xcb_generate_id(connection)
        xcb_create_window(
            connection, UInt8(XCB_COPY_FROM_PARENT), id, screen.root, Int16(frame.x), Int16(frame.y),
            UInt16(frame.width), UInt16(frame.height), 0, UInt16(XCB_WINDOW_CLASS_INPUT_OUTPUT.rawValue),
            screen.root_visual, XCB_CW_BACK_PIXEL.rawValue, [colour])
        set(XCB_ATOM_WM_CLASS, "\(className.lowercased())\0\(className)\0")
        set(XCB_ATOM_WM_NAME, title)
        finish()
    }

    deinit { xcb_disconnect(connection) }

    /// Shows the window above all others. Returns when it is on the screen.
    public func show() {
        xcb_map_window(connection, id)
        configure(XCB_CONFIG_WINDOW_STACK_MODE, [XCB_STACK_MODE_ABOVE.rawValue])
    }

    /// Unmaps the window, as minimising does.
    public func hide() {
        xcb_unmap_window(connection, id)
        finish()
    }

    /// Destroys the window.
    public func close() {
        xcb_destroy_window(connection, id)
        finish()
    }

    /// Moves the window.
    public func move(x: Int32, y: Int32) {
        let place = [UInt32(bitPattern: x), UInt32(bitPattern: y)]
        configure(XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y, place)
    }

    /// Resizes the window.
    public func resize(width: Int, height: Int) {
        configure(XCB_CONFIG_WINDOW_WIDTH | XCB_CONFIG_WINDOW_HEIGHT, [UInt32(width), UInt32(height)])
    }

    /// Changes the window's colour, 0xRRGGBB.
    public func paint(_ colour: UInt32) {
        xcb_change_window_attributes(connection, id, XCB_CW_BACK_PIXEL.rawValue, [colour])
        xcb_clear_area(connection, 0, id, 0, 0, 0, 0)
        finish()
    }

    private func configure(_ what: xcb_config_window_t, _ values: [UInt32]) {
        xcb_configure_window(connection, id, UInt16(what.rawValue), values)
        finish()
    }

    private func set(_ property: xcb_atom_enum_t, _ text: String) {
        xcb_change_property(
            connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), id, property.rawValue, XCB_ATOM_STRING.rawValue, 8,
            UInt32(text.utf8.count), Array(text.utf8))
    }

    /// Returns when the server has processed all requests.
    private func finish() {
        free(xcb_get_input_focus_reply(connection, xcb_get_input_focus(connection), nil))
    }
}

private func | (left: xcb_config_window_t, right: xcb_config_window_t) -> xcb_config_window_t {
    xcb_config_window_t(left.rawValue | right.rawValue)
}
