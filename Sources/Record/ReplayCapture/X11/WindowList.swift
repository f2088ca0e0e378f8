import CXCB
package import ReplaySources

/// The list of windows of a display that can be captured.
package enum WindowList {
    /// The maximum number of windows that an error names.
    private static let namedLimit = 8

    /// Returns the windows of programs, visible or not, in the order of the window manager. Without a window manager,
    /// returns the windows below the root that have a title or a class.
    /// - Parameter display: The display, as in `$DISPLAY`. Nil uses that variable.
    /// - Throws: `noDisplay`, `displayLost`, `requestRefused`.
    package static func list(display: String? = nil) throws(CaptureError) -> [ScreenWindow] {
        try list(on: XConnection.open(display: display))
    }

    static func list(on connection: XConnection) throws(CaptureError) -> [ScreenWindow] {
        let root = connection.screen.root
        let managed = try connection.windows(
            connection.askForProperty(try connection.atom("_NET_CLIENT_LIST"), of: root))
        var windows: [ScreenWindow] = []
        for window in managed {
            if let found = try read(window, on: connection) { windows.append(found) }
        }
        guard windows.isEmpty else { return windows }
        for top in try connection.children(xcb_query_tree(connection.pointer, root)) ?? [] {
            let client = try connection.client(below: top)
            guard let found = try read(client, on: connection) else { continue }
            if !found.title.isEmpty || !found.className.isEmpty { windows.append(found) }
        }
        return windows
    }

    /// Returns the window that a text identifies. The text is an ID (0x1c00003 or decimal) of any window, or else a
    /// part of a title in any case.
    /// - Throws: `noSuchTarget` if no window or more than one matches (the error names the candidates); `noDisplay`,
    ///   `displayLost`, `requestRefused`.
    package static func find(
        matching text: String, display: String? = nil
    ) throws(CaptureError) -> ScreenWindow {
        let connection = try XConnection.open(display: display)
        if let identifier = identifier(text), let window = try read(identifier, on: connection) { return window }
        let all = try list(on: connection)
        let wanted = text.lowercased()
        let found = text.isEmpty ? [] : all.filter { $0.title.lowercased().contains(wanted) }
        if found.count == 1 { return found[0] }
        throw found.isEmpty
            ? none(text, of: all, display: connection.name) : several(text, found: found, display: connection.name)
    }

    private static func identifier(_ text: String) -> xcb_window_t? {
        text.lowercased().hasPrefix("0x") ? xcb_window_t(text.dropFirst(2), radix: 16) : xcb_window_t(text)
    }

    private static func none(_ text: String, of all: [ScreenWindow], display: String) -> CaptureError {
        let there = all.isEmpty ? "there are no windows" : "the windows are: \(named(all))"
        return CaptureError(
            .noSuchTarget, reason: "no window on the X display “\(display)” has “\(text)” in its title", remedy: there)
    }

    private static func several(_ text: String, found: [ScreenWindow], display: String) -> CaptureError {
        CaptureError(
            .noSuchTarget,
            reason: "\(found.count) windows on the X display “\(display)” have “\(text)” in their titles",
            remedy: "name one by its identifier: \(named(found))")
    }

    private static func named(_ windows: [ScreenWindow]) -> String {
        let names = windows.prefix(namedLimit).map(\.description).joined(separator: "; ")
        return windows.count > namedLimit ? names + " and \(windows.count - namedLimit) more" : names
    }

    /// Returns a window's description. Nil if there is no such window, or if it has no pixels.
    static func read(_ window: xcb_window_t, on connection: XConnection) throws(CaptureError) -> ScreenWindow? {
        guard let node = try WindowNode.read([window], on: connection)[0], node.hasPixels,
            let frame = try WindowFrame.of(window, on: connection)
        else { return nil }
        return ScreenWindow(
            id: window, title: try connection.title(of: window), className: node.classNames.last ?? "",
            width: frame.size.width, height: frame.size.height, isVisible: node.isViewable)
    }
}

extension XConnection {
    /// Returns the program's window inside a window manager's frames: the first descendant that has `WM_STATE`. Returns
    /// the window itself if there is none.
    func client(below top: xcb_window_t) throws(CaptureError) -> xcb_window_t {
        var level = [top]
        for _ in 0..<4 where !level.isEmpty {
            let nodes = try WindowNode.read(level, on: self)
            if let client = zip(level, nodes).first(where: { $0.1?.isClient ?? false }) { return client.0 }
            level = nodes.flatMap { $0?.children ?? [] }
        }
        return top
    }

    fileprivate func title(of window: xcb_window_t) throws(CaptureError) -> String {
        let modern = askForProperty(try atom("_NET_WM_NAME"), of: window)
        let old = askForProperty(XCB_ATOM_WM_NAME.rawValue, of: window)
        let (modernBytes, oldBytes) = (try bytes(modern) ?? [], try bytes(old) ?? [])
        return String(decoding: modernBytes.isEmpty ? oldBytes : modernBytes, as: UTF8.self)
    }
}
