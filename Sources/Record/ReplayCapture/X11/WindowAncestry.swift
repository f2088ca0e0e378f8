import CXCB
import ReplaySources

/// The windows between a window and the root, which are frames of a window manager. Their events show when the window
/// becomes invisible because one of them is hidden.
struct WindowAncestry {
    /// The maximum number of ancestors. Windows can be nested without limit, but window managers use two or three levels.
    private static let depthLimit = 32

    private let window: xcb_window_t
    private let connection: XConnection
    /// The ancestors, from the window's parent to the child of the root.
    private(set) var windows: [xcb_window_t] = []

    init(of window: xcb_window_t, on connection: XConnection) {
        self.window = window
        self.connection = connection
    }

    /// The child of the root that contains the window, or the window itself.
    var topLevel: xcb_window_t { windows.last ?? window }

    /// Finds the ancestors. Their events are selected before their parents are queried, so that none is missed.
    /// - Throws: `requestRefused` if one of the windows disappears during the search.
    package mutating func find() throws(CaptureError) {
        var found: [xcb_window_t] = []
        while found.count < Self.depthLimit {
            let cookie = xcb_query_tree(connection.pointer, found.last ?? window)
            let parent = try connection.reply("a window's parent", cookie: cookie, receive: xcb_query_tree_reply).body
                .parent
            guard parent != 0, parent != connection.screen.root else { break }
            if !windows.contains(parent) {
                connection.select(XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue, on: parent)
            }
            found.append(parent)
        }
        windows = found
    }
}
