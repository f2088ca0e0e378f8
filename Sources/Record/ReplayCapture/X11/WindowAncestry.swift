import CXCB
import ReplaySources

/// The windows between a window and the root: the frames of a window manager. Their own events tell when the window
/// is no longer seen because one of them is not.
struct WindowAncestry {
    /// A window can have others below it without end; a manager uses two or three.
    private static let depthLimit = 32

    private let window: xcb_window_t
    private let connection: XConnection
    /// From the window's parent to the child of the root.
    private(set) var windows: [xcb_window_t] = []

    init(of window: xcb_window_t, on connection: XConnection) {
        self.window = window
        self.connection = connection
    }

    /// The child of the root that holds the window, or is it.
    var topLevel: xcb_window_t { windows.last ?? window }

    /// Looks for them, and asks for their events first, so that none is missed.
    /// - Throws: `requestRefused` if one of them went away meanwhile.
    package mutating func find() throws(CaptureError) {
        var found: [xcb_window_t] = []
        while found.count < Self.depthLimit {
            let cookie = xcb_query_tree(connection.pointer, found.last ?? window)
            let parent = try connection.reply("a window's parent", cookie, xcb_query_tree_reply).body.parent
            guard parent != 0, parent != connection.screen.root else { break }
            if !windows.contains(parent) {
                connection.select(XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue, on: parent)
            }
            found.append(parent)
        }
        windows = found
    }
}
