import CXCB
import ReplaySources

extension XConnection {
    /// The server's number for a name.
    func atom(_ name: String) throws(CaptureError) -> xcb_atom_t {
        let cookie = xcb_intern_atom(pointer, 0, UInt16(name.utf8.count), name)
        return try reply("a name", cookie, xcb_intern_atom_reply).body.atom
    }

    /// Asks for at most 16 KiB of a property, whatever its type.
    func askForProperty(_ property: xcb_atom_t, of window: xcb_window_t) -> xcb_get_property_cookie_t {
        xcb_get_property(pointer, 0, window, property, XCB_GET_PROPERTY_TYPE_ANY.rawValue, 0, 4096)
    }

    /// A property's value, empty if the window has no such property; nil: the window is gone.
    func bytes(_ cookie: xcb_get_property_cookie_t) throws(CaptureError) -> [UInt8]? {
        guard let reply = try optionalReply("a window's property", cookie, xcb_get_property_reply) else {
            return nil
        }
        let count = Int(xcb_get_property_value_length(reply.pointer))
        return Array(UnsafeRawBufferPointer(start: xcb_get_property_value(reply.pointer), count: count))
    }

    /// The windows that a property of 32 bit numbers names.
    func windows(_ cookie: xcb_get_property_cookie_t) throws(CaptureError) -> [xcb_window_t] {
        let bytes = try bytes(cookie) ?? []
        return bytes.withUnsafeBytes { raw in
            stride(from: 0, to: raw.count & ~3, by: 4).map {
                raw.loadUnaligned(fromByteOffset: $0, as: xcb_window_t.self)
            }
        }
    }

    /// The windows right below a window, the topmost last; nil: the window is gone.
    func children(_ cookie: xcb_query_tree_cookie_t) throws(CaptureError) -> [xcb_window_t]? {
        guard let reply = try optionalReply("the windows", cookie, xcb_query_tree_reply) else { return nil }
        let count = Int(xcb_query_tree_children_length(reply.pointer))
        return Array(UnsafeBufferPointer(start: xcb_query_tree_children(reply.pointer), count: count))
    }
}
