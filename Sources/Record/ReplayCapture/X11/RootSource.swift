import CXCB
import Geometry
import ReplaySources

/// A source that captures the screen, a monitor, or a rectangle of the screen.
final class RootSource: CaptureSource {
    /// The captured part of the screen.
    enum Extent: Hashable {
        case whole
        case rectangle(PixelRect)
        case monitor(name: String)
    }

    private(set) var shape: SourceShape
    private(set) var damage: ScreenDamage?
    var isStale = false
    private let connection: XConnection
    private let extent: Extent
    /// The number of RandR's first event, or nil if no monitor is captured.
    private let firstMonitorEvent: UInt8?
    private var notices: [CaptureNotice] = []

    /// Creates the source of a target.
    /// - Throws: `noSuchTarget`, `unsupportedDisplay`, `displayLost`, `requestRefused`.
    init(_ target: CaptureTarget, on connection: XConnection) throws(CaptureError) {
        self.connection = connection
        let screen = try connection.sizeOfScreen()
        let part: PixelRect
        switch target {
        case .monitor(let name):
            let monitor = try connection.monitor(name)
            (extent, part) = (.monitor(name: monitor.name), monitor.frame)
        case .rectangle(let x, let y, let width, let height):
            part = try connection.checkedRectangle(x: x, y: y, width: width, height: height, on: screen)
                .evenGrown(within: PixelRect(screen))
            extent = .rectangle(part)
        case .screen, .window:
            (extent, part) = (.whole, PixelRect(screen))
        case .chosenMonitor, .chosenWindow:
            throw CaptureError(
                .noSuchTarget, reason: "an X11 display has no dialog that asks what to share",
                remedy: "name the monitor, or the window; “--window click” lets you click on one")
        }
        shape = SourceShape(drawable: connection.screen.root, part: part, drawableSize: screen)
        if case .monitor = extent {
            firstMonitorEvent = try connection.watchMonitors()
        } else {
            firstMonitorEvent = nil
        }
        damage = try ScreenDamage(
            connection, of: connection.screen.root, within: extent == .whole ? nil : part)
    }

    var isWholeScreen: Bool { extent == .whole }
    var screenPart: PixelRect? { shape.part }
    var capturedWindow: xcb_window_t? { nil }

    func note(_ event: borrowing XReply<xcb_generic_event_t>) -> SourceEvent? {
        let type = event.body.response_type & 0x7f
        let isOfMonitors = firstMonitorEvent.map { type == $0 || type == $0 + UInt8(XCB_RANDR_NOTIFY) } ?? false
        guard isOfMonitors || connection.isResizeOfScreen(event) else { return nil }
        isStale = true
        return .changed
    }

    func refresh() throws(CaptureError) {
        isStale = false
        let screen = try connection.sizeOfScreen()
        let part: PixelRect
        switch extent {
        case .whole: part = PixelRect(screen)
        case .rectangle(let rectangle): part = rectangle
        case .monitor(let name):
            guard let monitor = try connection.monitors().first(where: { $0.name == name }) else {
                return monitorWentAway()
            }
            part = monitor.frame
        }
        let new = SourceShape(drawable: connection.screen.root, part: part, drawableSize: screen)
        let size = PixelSize(width: part.width, height: part.height)
        if shape.drawable == nil || size != PixelSize(width: shape.part.width, height: shape.part.height) {
            notices.append(.resized(size))
        }
        if extent != .whole, part != shape.part { damage?.watch(part) }
        shape = new
    }

    private func monitorWentAway() {
        guard shape.drawable != nil else { return }
        shape.drawable = nil
        notices.append(.resized(PixelSize(width: 0, height: 0)))
    }

    func queryPointer() -> PointerQuery {
        PointerQuery(pointer: xcb_query_pointer(connection.pointer, connection.screen.root))
    }

    func pointerPosition(_ query: PointerQuery) throws(CaptureError) -> PixelPoint? {
        let reply = try connection.reply(
            "the pointer's position", cookie: query.pointer, receive: xcb_query_pointer_reply)
        return PixelPoint(x: Int(reply.body.root_x) - shape.part.x0, y: Int(reply.body.root_y) - shape.part.y0)
    }

    func takeNotices() -> [CaptureNotice] {
        defer { notices = [] }
        return notices
    }
}
