import CXCB
import Geometry
import MediaTime
import ReplaySources

/// A tracker of the screen's windows that determines if a private window (of certain classes) may be in the pixels.
///
/// Events are applied at once, but the owner of a new window must be queried. Until then the window is *pending*.
/// `resolve` queries pending windows. It also counts windows that were visible since the last judgement but are gone by
/// then. A window whose class can no longer be queried counts as private.
final class PrivateWindows {
    /// A child of the root window: a program's window, or a frame around it.
    private struct TopLevel {
        var isMapped = false
        /// True if the window was mapped at any time since it was last resolved.
        var wasMapped = false
        /// True if a viewable private window is at or below this one. Set only when the window is resolved.
        var isPrivate = false
        /// True if the window was resolved since it was mapped.
        var isResolved = false
        /// The rectangle that the window covers on the screen, or nil if unknown.
        package var frame: PixelRect?
        /// The union of all rectangles that the window covered since it was last resolved, or nil if unknown.
        var extent: PixelRect?

        mutating func move(to new: PixelRect) {
            frame = new
            extent = extent?.union(new)
        }
    }

    /// The time for which a window still counts after it is gone. A compositor fades it out. The windows below may keep
    /// its pixels as their background until their programs redraw them. Tests set it to zero.
    var lingering = Duration.milliseconds(500)

    private let connection: XConnection
    private let search: PrivateWindowSearch
    private let root: xcb_window_t?
    private var topLevels: [xcb_window_t: TopLevel] = [:]
    /// The top-level ancestor of each window.
    private var owners: [xcb_window_t: xcb_window_t] = [:]
    private var pending: Set<xcb_window_t> = []
    /// Windows below top-level windows that were mapped. They may have moved elsewhere before `resolve`.
    private var mapped: Set<xcb_window_t> = []
    /// True if a private window was visible at any time since the last judgement.
    private var wasVisible = false
    private var lastJudgement = false
    private var lingersUntil = HostTime(nanoseconds: .min)
    /// The captured part of the screen. Nil if a window is watched instead of the screen.
    var screenPart: PixelRect? {
        didSet { if screenPart != oldValue { noteVisibility() } }
    }

    /// Creates the tracker.
    /// - Parameter window: The only window to watch, or nil to watch the screen.
    init(_ classes: [String], on connection: XConnection, window: xcb_window_t? = nil) {
        self.connection = connection
        root = window == nil ? connection.screen.root : nil
        search = PrivateWindowSearch(
            classes, on: connection, keeping: window == nil ? 0 : XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue)
        guard let window else { return }
        topLevels[window] = TopLevel(isMapped: true, wasMapped: true)
        pending.insert(window)
    }

    /// The events that must be selected on the root window.
    var rootEvents: UInt32 { root == nil ? 0 : XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY.rawValue }

    /// Examines the existing windows.
    func watchScreen() throws(CaptureError) {
        guard let root else { return }
        let tree = xcb_query_tree(connection.pointer, root)
        let windows = try connection.children(tree) ?? []
        let geometries = windows.map { xcb_get_geometry(connection.pointer, $0) }
        let nodes = try WindowNode.read(windows, on: connection)
        for ((window, node), geometry) in zip(zip(windows, nodes), geometries) {
            let answer = try connection.optionalReply(
                "a window's size", cookie: geometry, receive: xcb_get_geometry_reply)?.body
            guard let node, let answer else { continue }
            let frame = PixelRect.frame(
                answer.x, y: answer.y, width: answer.width, height: answer.height, border: answer.border_width)
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
                noteBelow(top, change: change)
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

    /// Removes a window that was reparented or destroyed. If it was pending, it must be resolved separately.
    private func forget(_ window: xcb_window_t) {
        if pending.remove(window) != nil, counts(topLevels[window]?.extent) { mapped.insert(window) }
        topLevels[window] = nil
        owners = owners.filter { $0.value != window }
    }

    private func noteBelow(_ top: xcb_window_t, change: WindowChange) {
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

    /// Returns true if a window with this extent is in the captured part.
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
    /// True if the classes of some windows are not known yet.
    var hasPending: Bool { !pending.isEmpty || !mapped.isEmpty }

    /// Queries the classes of the pending windows.
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
            // An event of its end will follow. If the recorded window itself is known not to be private, its end does
            // not count.
            let isKnown = root == nil && top.isResolved && !top.isPrivate
            if top.wasMapped, !isKnown, counts(top.extent) { wasVisible = true }
            return
        }
        // A window that was mapped again may have shown something that is hidden now.
        if finding.isAnyViewable || !top.isResolved && finding.isAny, counts(top.extent) { wasVisible = true }
        for member in finding.members { owners[member] = window }
        top.isPrivate = root == nil ? finding.isAny : finding.isAnyViewable
        (top.isResolved, top.wasMapped, top.extent) = (true, top.isMapped, top.frame)
        topLevels[window] = top
    }

    /// Returns true if a private window was visible since the last judgement. Call it after all relevant events were
    /// noted, and if no window is pending.
    func judge(at now: HostTime) -> Bool {
        if wasVisible { lingersUntil = now + lingering }
        lastJudgement = wasVisible || now < lingersUntil
        wasVisible = isVisible
        return lastJudgement
    }

    /// Returns true if a new judgement may differ from the last one.
    func needsJudgement(at now: HostTime) -> Bool {
        guard lastJudgement else { return wasVisible }
        return !isVisible && (wasVisible || now >= lingersUntil)
    }

    /// The time at which the judgement may change without an event, or nil if it cannot.
    var deadline: HostTime? { lastJudgement && !isVisible ? lingersUntil : nil }
}
