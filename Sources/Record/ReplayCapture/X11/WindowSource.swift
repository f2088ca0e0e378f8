import CXCB
import Geometry
import ReplaySources

/// A source that captures one window. The server keeps its pixels in a pixmap (XComposite), even if other windows cover it.
///
/// The pixmap exists as long as this client names it, so a fetch never fails because the window is gone. Whenever the
/// window is resized or shown again, it gets a new pixmap, and only that one is valid.
final class WindowSource: CaptureSource {
    private enum State {
        case shown, hidden, closed
    }

    private(set) var shape: SourceShape
    private(set) var damage: ScreenDamage?
    var isStale = false
    private let connection: XConnection
    private let window: xcb_window_t
    private var state = State.hidden
    private var pixmap: xcb_pixmap_t?
    /// True if the window may have a new pixmap.
    private var needsPixmap = true
    private var frame: WindowFrame
    private var ancestry: WindowAncestry
    private var notices: [CaptureNotice] = []

    /// Redirects the window and watches it.
    /// - Throws: `noSuchTarget`, `unsupportedDisplay`, `displayLost`, `requestRefused`.
    init(_ window: xcb_window_t, on connection: XConnection) throws(CaptureError) {
        self.connection = connection
        self.window = window
        frame = try WindowFrame.ofCapturable(window, on: connection)
        try connection.requireComposite()
        ancestry = WindowAncestry(of: window, on: connection)
        shape = SourceShape(drawable: nil, part: frame.interior, drawableSize: frame.pixmapSize)
        do {
            connection.select(XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue, on: window)
            let automatic = UInt8(XCB_COMPOSITE_REDIRECT_AUTOMATIC.rawValue)
            try connection.check(
                "to keep a window's pixels",
                cookie: xcb_composite_redirect_window_checked(connection.pointer, window, automatic))
            damage = try ScreenDamage(connection, of: window)
        } catch  where error.isOfMissingWindow {
            throw connection.noSuchWindow(window)
        }
        try ancestry.find()
        try refresh()
        notices = []
    }

    deinit {
        if let pixmap { xcb_free_pixmap(connection.pointer, pixmap) }
    }

    var isWholeScreen: Bool { false }
    var screenPart: PixelRect? { nil }
    var capturedWindow: xcb_window_t? { window }

    func note(_ event: borrowing XReply<xcb_generic_event_t>) -> SourceEvent? {
        guard let change = WindowChange(event) else { return nil }
        guard change.window == window else { return noteAncestor(change) }
        switch change.kind {
        case .destroyed:
            close()
        case .configured(_, let size, let border):
            guard size != frame.size || border != frame.border else { return .moved }
            (isStale, needsPixmap) = (true, true)
        case .mapped, .unmapped, .reparented:
            (isStale, needsPixmap) = (true, true)
        case .created:
            return nil
        }
        return .changed
    }

    private func noteAncestor(_ change: WindowChange) -> SourceEvent? {
        guard ancestry.windows.contains(change.window) else { return nil }
        if case .configured = change.kind { return .moved }
        (isStale, needsPixmap) = (true, true)
        return .changed
    }

    func refresh() throws(CaptureError) {
        isStale = false
        guard state != .closed else { return }
        do {
            try ancestry.find()
            guard let new = try WindowFrame.of(window, on: connection) else { return close() }
            let isResized = new.size != frame.size
            (needsPixmap, frame) = (needsPixmap || isResized || new.border != frame.border, new)
            if isResized { notices.append(.resized(new.size)) }
            if !new.isViewable { return hide() }
            if needsPixmap { try renewPixmap() }
        } catch  where error.code == .requestRefused {
            // The window disappeared in the meantime; an event will report it.
            hide()
        }
    }

    /// Names the window's current pixmap. Its size is used, because the window may already have another size.
    private func renewPixmap() throws(CaptureError) {
        let name = xcb_generate_id(connection.pointer)
        try connection.check(
            "a window's pixels", cookie: xcb_composite_name_window_pixmap_checked(connection.pointer, window, name))
        if let pixmap { xcb_free_pixmap(connection.pointer, pixmap) }
        pixmap = name
        let geometry = try connection.reply(
            "a window's pixels", cookie: xcb_get_geometry(connection.pointer, name), receive: xcb_get_geometry_reply)
        let size = PixelSize(width: Int(geometry.body.width), height: Int(geometry.body.height))
        shape = SourceShape(drawable: name, part: frame.interior, drawableSize: size)
        needsPixmap = false
        if state == .hidden { notices.append(.windowShown) }
        state = .shown
    }

    private func hide() {
        needsPixmap = true
        shape.drawable = nil
        if state == .shown { notices.append(.windowHidden) }
        state = .hidden
    }

    private func close() {
        guard state != .closed else { return }
        state = .closed
        shape.drawable = nil
        damage = nil
        notices.append(.windowClosed)
    }

    func queryPointer() -> PointerQuery {
        let (pointer, root) = (connection.pointer, connection.screen.root)
        return PointerQuery(
            pointer: xcb_query_pointer(pointer, root),
            window: state == .shown ? xcb_translate_coordinates(pointer, window, root, 0, 0) : nil)
    }

    func pointerPosition(_ query: PointerQuery) throws(CaptureError) -> PixelPoint? {
        let reply = try connection.reply(
            "the pointer's position", cookie: query.pointer, receive: xcb_query_pointer_reply)
        guard let asked = query.window else { return nil }
        do {
            let place = try connection.reply(
                "a window's place", cookie: asked, receive: xcb_translate_coordinates_reply)
            let position = PixelPoint(
                x: Int(reply.body.root_x) - Int(place.body.dst_x), y: Int(reply.body.root_y) - Int(place.body.dst_y))
            let isOver = reply.body.child == ancestry.topLevel && shape.visible.contains(position)
            return isOver ? position : nil
        } catch  where error.code == .requestRefused {
            return nil
        }
    }

    func takeNotices() -> [CaptureNotice] {
        defer { notices = [] }
        return notices
    }
}
