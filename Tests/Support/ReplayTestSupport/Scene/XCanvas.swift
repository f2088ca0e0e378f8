internal import CXCB
import Glibc

/// A window of an X display and its drawing operations.
final class XCanvas: SceneCanvas {
    let width, height: Int
    private let connection: OpaquePointer
    private let window: xcb_window_t
    private let pen: xcb_gcontext_t
    private var pattern: xcb_pixmap_t?

    init(display: String?, window geometry: PixelRectangle?) throws(SceneError) {
        var screenNumber: Int32 = 0
        connection = xcb_connect(display, &screenNumber)
        guard xcb_connection_has_error(connection) == 0 else {
            xcb_disconnect(connection)
            throw SceneError("The display \(display ?? "of DISPLAY") cannot be opened.")
        }
        var screens = xcb_setup_roots_iterator(xcb_get_setup(connection))
        for _ in 0..<screenNumber { xcb_screen_next(&screens) }
        let screen = screens.data.pointee
        let geometry =
            geometry
            ?? PixelRectangle(
                width: Int(screen.width_in_pixels), height: Int(screen.height_in_pixels), x: 0, y: 0)
        (width, height) = (geometry.width, geometry.height)
        window = xcb_generate_id(connection)
        pen = xcb_generate_id(connection)
        try open(geometry, on: screen)
    }

    deinit {
        xcb_disconnect(connection)
    }

    private func open(_ geometry: PixelRectangle, on screen: xcb_screen_t) throws(SceneError) {
        // Override-redirect: a window manager must not move the barcode.
        var values: [UInt32] = [screen.black_pixel, 1, XCB_EVENT_MASK_EXPOSURE.rawValue]
        let mask = XCB_CW_BACK_PIXEL.rawValue | XCB_CW_OVERRIDE_REDIRECT.rawValue | XCB_CW_EVENT_MASK.rawValue
        xcb_create_window(
            connection, UInt8(XCB_COPY_FROM_PARENT), window, screen.root, Int16(geometry.x),
            Int16(geometry.y),
            UInt16(width), UInt16(height), 0, UInt16(XCB_WINDOW_CLASS_INPUT_OUTPUT.rawValue),
            screen.root_visual, mask,
            &values)
        setName()
        var noExposures: UInt32 = 0
        xcb_create_gc(connection, pen, window, XCB_GC_GRAPHICS_EXPOSURES.rawValue, &noExposures)
        xcb_map_window(connection, window)
        xcb_flush(connection)
        // The window exists when the server asks for its contents.
        guard let event = xcb_wait_for_event(connection) else { throw connectionLost }
        free(event)
    }

    private func setName() {
        let name = Array("replay-scene".utf8)
        let windowClass = Array("replay-scene\0Replay-scene\0".utf8)
        for (property, text) in [(XCB_ATOM_WM_NAME, name), (XCB_ATOM_WM_CLASS, windowClass)] {
            xcb_change_property(
                connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, property.rawValue,
                XCB_ATOM_STRING.rawValue, 8, UInt32(text.count), text)
        }
    }

    private var connectionLost: SceneError { SceneError("The connection to the X server is lost.") }

    func awaitTurn() {}

    func fill(_ rectangles: [PixelRectangle], colour: UInt32, onPattern: Bool) {
        guard !rectangles.isEmpty else { return }
        var colour = colour
        xcb_change_gc(connection, pen, XCB_GC_FOREGROUND.rawValue, &colour)
        let shapes = rectangles.map {
            xcb_rectangle_t(
                x: Int16($0.x), y: Int16($0.y), width: UInt16($0.width), height: UInt16($0.height))
        }
        let target = onPattern ? pattern ?? window : window
        xcb_poly_fill_rectangle(connection, target, pen, UInt32(shapes.count), shapes)
    }

    func makePattern() {
        let pixmap = xcb_generate_id(connection)
        xcb_create_pixmap(connection, 24, pixmap, window, UInt16(width), UInt16(height))
        pattern = pixmap
    }

    func copyPattern(rows: Range<Int>, to row: Int) {
        guard let pattern, !rows.isEmpty else { return }
        xcb_copy_area(
            connection, pattern, window, pen, 0, Int16(rows.lowerBound), 0, Int16(row), UInt16(width),
            UInt16(rows.count))
    }

    func show(_ draw: () -> Void) throws(SceneError) {
        xcb_grab_server(connection)
        draw()
        xcb_ungrab_server(connection)
        let reply = xcb_get_input_focus_reply(connection, xcb_get_input_focus(connection), nil)
        guard let reply else { throw connectionLost }
        free(reply)
        while let event = xcb_poll_for_event(connection) { free(event) }
    }
}
