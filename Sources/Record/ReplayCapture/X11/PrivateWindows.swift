import CXCB
import Geometry
import MediaTime
import ReplaySources

/// Follows the windows of the screen to tell whether one of certain classes may be in the pixels.
///
/// What events tell is believed at once; whose a new window is has to be asked for. Until that is known the window
/// is *pending*; `resolve` asks, and counts what was seen since the last judgement, though it is gone by then. Where
/// that cannot be known any more the window counts.
final class PrivateWindows {
    /// A child of the root: a program's window, or its frame.
    private struct TopLevel {
        var isMapped = false
        /// Whether it was at any time since it was last resolved.
        var wasMapped = false
        /// Whether a viewable window of the classes is at or below it; true only if it was resolved.
        var isPrivate = false
        /// Whether it was resolved since it was mapped.
        var isResolved = false
        /// What it covers of the screen; nil: unknown.
        package var frame: PixelRect?
        /// All that it covered since it was last resolved; nil: unknown.
        var extent: PixelRect?

        mutating func move(to new: PixelRect) {
            frame = new
            extent = extent?.union(new)
        }
    }

    /// So long a window counts after it is gone: a compositor fades it out, and the windows below it, which may keep
    /// its pixels as their background, have to be drawn by their programs.
    /// Tests, which know better, set it to nothing.
    var lingering = Duration.milliseconds(500)

    private let connection: XConnection
    private let search: PrivateWindowSearch
    private let root: xcb_window_t?
    private var topLevels: [xcb_window_t: TopLevel] = [:]
    /// The top-level ancestor of each window.
    private var owners: [xcb_window_t: xcb_window_t] = [:]
    private var pending: Set<xcb_window_t> = []
    /// Windows below others that were mapped; they may be elsewhere by the time of `resolve`.
    private var mapped: Set<xcb_window_t> = []
    /// Whether one was visible at any time since the last judgement.
    private var wasVisible = false
    private var lastJudgement = false
    private var lingersUntil = HostTime(nanoseconds: .min)
    /// What is captured of the screen; nil: not the screen but the window that is watched.
    var screenPart: PixelRect? {
        didSet { if screenPart != oldValue { noteVisibility() } }
    }

    /// - Parameter window: watched alone; nil: the screen.
    init(_ classes: [String], on connection: XConnection, window: xcb_window_t? = nil) {
        self.connection = connection
        root = window == nil ? connection.screen.root : nil
        search = PrivateWindowSearch(
            classes, on: connection, keeping: window == nil ? 0 : XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue)
        guard let window else { return }
        topLevels[window] = TopLevel(isMapped: true, wasMapped: true)
        pending.insert(window)
    }

    /// The events of the root window that must have been asked for.
    var rootEvents: UInt32 { root == nil ? 0 : XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY.rawValue }

    /// Looks at the windows that are there.
    func watchScreen() throws(CaptureError) {
        guard let root else { return }
        let tree = xcb_query_tree(connection.pointer, root)
        let windows = try connection.children(tree) ?? []
        let geometries = windows.map { xcb_get_geometry(connection.pointer, $0) }
        let nodes = try WindowNode.read(windows, on: connection)
        for ((window, node), geometry) in zip(zip(windows, nodes), geometries) {
            let answer = try connection.optionalReply("a window's size", geometry, xcb_get_geometry_reply)?.body
            guard let node, let answer else { continue }
            let frame = PixelRect.frame(
                answer.x, answer.y, answer.width, answer.height, border: answer.border_width)
            topLevels[window] = TopLevel(
                isMapped: node.isViewable, wasMapped: node.isViewable, frame: frame, extent: frame)
            if node.isViewable { pending.insert(window) }
        }
    }
}

extension PrivateWindows {
    func note(_ event: borrowing XReply<xcb_generic_event_t>) {
        if let window = Self.windowOfNewClass(event) {
            let top = owners[window] ?? window
            topLevels[top]?.isResolved = false
            pend(top)
        } else if let change = WindowChange(event), !change.isSynthetic {
            if change.reporter == root {
                note(change)
            } else if change.reporter != change.window, let top = owners[change.reporter] {
                noteBelow(top, change)
            }
        }
        noteVisibility()
    }

    private static func windowOfNewClass(_ event: borrowing XReply<xcb_generic_event_t>) -> xcb_window_t? {
        guard Int32(event.body.response_type & 0x7f) == XCB_PROPERTY_NOTIFY else { return nil }
        return event.with(xcb_property_notify_event_t.self) {
            $0.atom == XCB_ATOM_WM_CLASS.rawValue ? $0.window : nil
        }
    }

    private func note(_ change: WindowChange) {
        let window = change.window
        switch change.kind {
        case .created(let frame):
            topLevels[window] = TopLevel(frame: frame, extent: frame)
        case .mapped:
            topLevels[window, default: TopLevel()].isMapped = true
            topLevels[window]?.wasMapped = true
            topLevels[window]?.isResolved = false
            pending.insert(window)
        case .unmapped:
            topLevels[window]?.isMapped = false
        case .configured(let frame, _, _):
            topLevels[window]?.move(to: frame)
        case .reparented(let parent):
            forget(window)
            if parent == root { topLevels[window] = TopLevel() }
        case .destroyed:
            forget(window)
        }
    }

    /// The frame of another, or gone: what was pending of it has to be found out by itself.
    private func forget(_ window: xcb_window_t) {
        if pending.remove(window) != nil, counts(topLevels[window]?.extent) { mapped.insert(window) }
        topLevels[window] = nil
        owners = owners.filter { $0.value != window }
    }

    private func noteBelow(_ top: xcb_window_t, _ change: WindowChange) {
        switch change.kind {
        case .configured, .created: return
        case .mapped: mapped.insert(change.window)
        case .unmapped, .destroyed, .reparented: break
        }
        pend(top)
    }

    private func pend(_ top: xcb_window_t) {
        if topLevels[top]?.wasMapped ?? false { pending.insert(top) }
    }

    /// Whether what is there counts.
    private func counts(_ extent: PixelRect?) -> Bool {
        guard let screenPart, let extent else { return true }
        return extent.intersects(screenPart)
    }

    private var isVisible: Bool {
        topLevels.values.contains { $0.isPrivate && $0.isMapped && counts($0.frame) }
    }

    private func noteVisibility() {
        wasVisible = wasVisible || isVisible
    }
}

extension PrivateWindows {
    /// Whether there are windows of which it is not known whose they are.
    var hasPending: Bool { !pending.isEmpty || !mapped.isEmpty }

    /// Asks the server whose the pending windows are.
    func resolve() throws(CaptureError) {
        let (tops, others) = (pending, mapped)
        (pending, mapped) = ([], [])
        for top in tops { try resolve(top) }
        if try search.mayBePrivate(others) { wasVisible = true }
        noteVisibility()
    }

    private func resolve(_ window: xcb_window_t) throws(CaptureError) {
        let finding = try search.search(window)
        guard var top = topLevels[window] else { return }
        guard let finding else {
            // Its end is about to be told. The window that is recorded is known: that it and its parts go is not private.
            let isKnown = root == nil && top.isResolved && !top.isPrivate
            if top.wasMapped, !isKnown, counts(top.extent) { wasVisible = true }
            return
        }
        // What was mapped anew may have shown what is hidden by now.
        if finding.isAnyViewable || !top.isResolved && finding.isAny, counts(top.extent) { wasVisible = true }
        for member in finding.members { owners[member] = window }
        top.isPrivate = root == nil ? finding.isAny : finding.isAnyViewable
        (top.isResolved, top.wasMapped, top.extent) = (true, top.isMapped, top.frame)
        topLevels[window] = top
    }

    /// Whether one was visible since the last judgement; call it when all events that matter have been noted, and
    /// no window is pending.
    func judge(at now: HostTime) -> Bool {
        if wasVisible { lingersUntil = now + lingering }
        lastJudgement = wasVisible || now < lingersUntil
        wasVisible = isVisible
        return lastJudgement
    }

    /// Whether a judgement may differ from the last.
    func needsJudgement(at now: HostTime) -> Bool {
        guard lastJudgement else { return wasVisible }
        return !isVisible && (wasVisible || now >= lingersUntil)
    }

    /// When it may differ though nothing happens; nil: never.
    var deadline: HostTime? { lastJudgement && !isVisible ? lingersUntil : nil }
}
