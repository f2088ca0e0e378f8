import CXCB
import ReplaySources

/// A search for windows of certain classes at and below a window, because window managers put a program's window into
/// frames of their own.
struct PrivateWindowSearch {
    struct Finding {
        /// True if there is such a window.
        var isAny = false
        /// True if such a window is viewable.
        var isAnyViewable = false
        /// All windows that were examined. Their events were selected before.
        var members: [xcb_window_t] = []
    }

    /// The maximum depth of the search. KWin has a frame and a wrapper around a window.
    private static let depthLimit = 3
    private static let breadthLimit = 256
    /// The selected events: new windows below, and changes of the class.
    private static let events =
        XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY.rawValue | XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue

    /// The class names in lower case.
    private let classes: Set<String>
    private let connection: XConnection
    /// Other events of the first window that are already selected and must be kept.
    private let kept: UInt32

    init(_ classes: [String], on connection: XConnection, keeping kept: UInt32) {
        self.classes = Set(classes.map { $0.lowercased() })
        self.connection = connection
        self.kept = kept
    }

    /// Searches for the windows. Returns nil if the window `top` is gone.
    func search(_ top: xcb_window_t) throws(CaptureError) -> Finding? {
        var finding = Finding()
        var level = [top]
        for _ in 0...Self.depthLimit where !level.isEmpty {
            for window in level { connection.select(window == top ? Self.events | kept : Self.events, on: window) }
            let nodes = try WindowNode.read(level, on: connection)
            if level == [top], nodes[0] == nil { return nil }
            finding.members += level
            level = note(nodes, in: &finding)
        }
        return finding
    }

    /// Examines the windows of one level.
    /// - Returns: The windows of the next level.
    private func note(_ nodes: [WindowNode?], in finding: inout Finding) -> [xcb_window_t] {
        var next: [xcb_window_t] = []
        for case let node? in nodes {
            if node.hasPixels, isPrivate(node) {
                finding.isAny = true
                finding.isAnyViewable = finding.isAnyViewable || node.isViewable
            }
            if !node.isClient { next += node.children }
        }
        return Array(next.prefix(Self.breadthLimit))
    }

    private func isPrivate(_ node: WindowNode) -> Bool {
        node.classNames.contains { classes.contains($0.lowercased()) }
    }

    /// Returns true if one of these windows has such a class, or is gone, so that its class is unknown.
    func mayBePrivate(_ windows: Set<xcb_window_t>) throws(CaptureError) -> Bool {
        guard !windows.isEmpty else { return false }
        return try WindowNode.read(Array(windows), on: connection).contains { $0.map(isPrivate) ?? true }
    }
}
