import CXCB
import ReplaySources

/// The properties of a window that identify its program.
struct WindowNode {
    /// The instance and the class of `WM_CLASS`. Empty if the window has none.
    let classNames: [String]
    /// True if this is a program's window: a window manager has set `WM_STATE` on it.
    let isClient: Bool
    /// True if the window has pixels, and it and all its ancestors are mapped.
    let isViewable: Bool
    let isOverrideRedirect: Bool
    let hasPixels: Bool
    let children: [xcb_window_t]

    /// Reads several windows with one round trip. The result is nil for windows that are gone.
    static func read(_ windows: [xcb_window_t], on connection: XConnection) throws(CaptureError) -> [WindowNode?] {
        let state = try connection.atom("WM_STATE")
        let questions = windows.map { Question($0, state: state, on: connection) }
        var nodes: [WindowNode?] = []
        for question in questions { nodes.append(try question.answer(on: connection)) }
        return nodes
    }

    private struct Question {
        let attributes: xcb_get_window_attributes_cookie_t
        let tree: xcb_query_tree_cookie_t
        let classNames: xcb_get_property_cookie_t
        let state: xcb_get_property_cookie_t

        init(_ window: xcb_window_t, state: xcb_atom_t, on connection: XConnection) {
            attributes = xcb_get_window_attributes(connection.pointer, window)
            tree = xcb_query_tree(connection.pointer, window)
            classNames = connection.askForProperty(XCB_ATOM_WM_CLASS.rawValue, of: window)
            self.state = connection.askForProperty(state, of: window)
        }

        /// Waits for the answers. All replies are read, so that libxcb keeps none of them.
        func answer(on connection: XConnection) throws(CaptureError) -> WindowNode? {
            let attributes = try connection.optionalReply(
                "a window's attributes", cookie: attributes, receive: xcb_get_window_attributes_reply)?.body
            let children = try connection.children(tree)
            let classNames = try connection.bytes(classNames)
            let state = try connection.bytes(state)
            guard let attributes, let children, let classNames, let state else { return nil }
            let hasPixels = attributes._class == UInt16(XCB_WINDOW_CLASS_INPUT_OUTPUT.rawValue)
            return WindowNode(
                classNames: classNames.split(separator: 0).map { String(decoding: $0, as: UTF8.self) },
                isClient: !state.isEmpty,
                isViewable: hasPixels && attributes.map_state == UInt8(XCB_MAP_STATE_VIEWABLE.rawValue),
                isOverrideRedirect: attributes.override_redirect != 0, hasPixels: hasPixels, children: children)
        }
    }
}
