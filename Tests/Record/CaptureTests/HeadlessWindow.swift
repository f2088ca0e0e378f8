import CXCB
import Geometry
import Testing

@testable import ReplayCapture
@testable import ReplaySources

/// A window of a separate client, which another thread may use freely.
final class HeadlessWindow {
    let id: xcb_window_t
    let client: XConnection

    /// Creates a window, without mapping it.
    /// - Parameters:
    ///   - colour: The background; nil for none.
    ///   - className: The class; nil for none.
    convenience init(
        on display: DisplayClient, _ frame: PixelRect, colour: UInt32?, className: String? = nil, title: String = "",
        border: UInt16 = 0, parent: xcb_window_t? = nil, overridesRedirect: Bool = false, depth: UInt8 = 0,
        inputOnly: Bool = false
    ) throws {
        let client = try XConnection.open(display: display.name)
        let id = xcb_generate_id(client.pointer)
        var mask = XCB_CW_OVERRIDE_REDIRECT.rawValue
        var values: [UInt32] = [overridesRedirect ? 1 : 0]
        var visual: xcb_visualid_t = 0
        if depth == 32 {
            visual = try #require(client.visual(ofDepth: 32))
            let colours = xcb_generate_id(client.pointer)
            xcb_create_colormap(client.pointer, 0, colours, client.screen.root, visual)
            mask |= XCB_CW_BORDER_PIXEL.rawValue | XCB_CW_COLORMAP.rawValue
            values = [0] + values + [colours]
        }
        if let colour {
            mask |= XCB_CW_BACK_PIXEL.rawValue
            values.insert(colour, at: 0)
        }
        let kind = inputOnly ? XCB_WINDOW_CLASS_INPUT_ONLY : XCB_WINDOW_CLASS_INPUT_OUTPUT
        try client.check(
            "window",
            cookie: xcb_create_window_checked(
                client.pointer, depth, id, parent ?? client.screen.root, Int16(frame.x0), Int16(frame.y0),
                UInt16(frame.width), UInt16(frame.height), border, UInt16(kind.rawValue), visual, mask, values))
        self.init(id, client)
        if let className { try setClass(className) }
        if !title.isEmpty { try set("WM_NAME", Array(title.utf8)) }
    }

    private init(_ id: xcb_window_t, _ client: XConnection) {
        (self.id, self.client) = (id, client)
    }

    func map() throws { try client.check("map", cookie: xcb_map_window_checked(client.pointer, id)) }
    func unmap() throws { try client.check("unmap", cookie: xcb_unmap_window_checked(client.pointer, id)) }
    func destroy() throws { try client.check("destroy", cookie: xcb_destroy_window_checked(client.pointer, id)) }

    func setClass(_ name: String) throws {
        try set("WM_CLASS", Array("instance-of-\(name)\0\(name)\0".utf8))
    }

    func setState() throws { try set("WM_STATE", [1, 0, 0, 0, 0, 0, 0, 0]) }

    private func set(_ property: String, _ value: [UInt8]) throws {
        let atom = try client.atom(property)
        let type = XCB_ATOM_STRING.rawValue
        try client.check(
            "property",
            cookie: xcb_change_property_checked(client.pointer, 0, id, atom, type, 8, UInt32(value.count), value))
    }

    func move(to x: Int32, _ y: Int32) throws {
        let mask = XCB_CONFIG_WINDOW_X.rawValue | XCB_CONFIG_WINDOW_Y.rawValue
        let values = [UInt32(bitPattern: x), UInt32(bitPattern: y)]
        try client.check("move", cookie: xcb_configure_window_checked(client.pointer, id, UInt16(mask), values))
    }

    func resize(to size: PixelSize) throws {
        let mask = XCB_CONFIG_WINDOW_WIDTH.rawValue | XCB_CONFIG_WINDOW_HEIGHT.rawValue
        let values = [UInt32(size.width), UInt32(size.height)]
        try client.check("resize", cookie: xcb_configure_window_checked(client.pointer, id, UInt16(mask), values))
    }

    func reparent(to parent: HeadlessWindow) throws {
        try client.check("reparent", cookie: xcb_reparent_window_checked(client.pointer, id, parent.id, 4, 20))
    }

    func fill(_ colour: UInt32) throws {
        withUnsafePointer(to: colour) {
            _ = xcb_change_window_attributes(client.pointer, id, XCB_CW_BACK_PIXEL.rawValue, $0)
        }
        try client.check("clear", cookie: xcb_clear_area_checked(client.pointer, 0, id, 0, 0, 0, 0))
    }
}

extension XConnection {
    fileprivate func visual(ofDepth depth: UInt8) -> xcb_visualid_t? {
        var depths = xcb_screen_allowed_depths_iterator(xcb_setup_roots_iterator(xcb_get_setup(pointer)).data)
        while depths.rem > 0, let found = depths.data {
            if found.pointee.depth == depth { return xcb_depth_visuals_iterator(found).data?.pointee.visual_id }
            xcb_depth_next(&depths)
        }
        return nil
    }
}
