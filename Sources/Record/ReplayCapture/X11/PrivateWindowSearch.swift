import CXCB
import ReplaySources

/// Looks for windows of certain classes at and below a window: a window manager puts a program's window into frames
/// of its own.
struct PrivateWindowSearch {
    struct Finding {
        /// Whether there is such a window.
        var isAny = false
        /// Whether such a window is viewable.
        var isAnyViewable = false
        /// All windows that were looked at; their events were asked for before.
        var members: [xcb_window_t] = []
    }

    /// KWin has a frame and a wrapper around a window.
    private static let depthLimit = 3
    private static let breadthLimit = 256
    /// New windows below, and the class.
    private static let events =
        XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY.rawValue | XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue

    /// In lower case.
    private let classes: Set<String>
    private let connection: XConnection
    /// Other events of the first window that somebody listens to.
    private let kept: UInt32

    init(_ classes: [String], on connection: XConnection, keeping kept: UInt32) {
        self.classes = Set(classes.map { $0.lowercased() })
        self.connection = connection
        self.kept = kept
    }

    /// nil: the window is gone.
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

    /// - Returns: where to look next.
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

    /// Whether one of these windows is of such a class, or is gone, so that nobody knows.
    func mayBePrivate(_ windows: Set<xcb_window_t>) throws(CaptureError) -> Bool {
        guard !windows.isEmpty else { return false }
        return try WindowNode.read(Array(windows), on: connection).contains { $0.map(isPrivate) ?? true }
    }
}
