import CWayland

/// Makes a compositor paint its screens.
///
/// A portal of wlroots' copies the screen when it has changed since the portal last copied it, in whatever session: on a still
/// screen only the first recording has a frame to begin with. A transparent pixel that comes and goes is a change that nobody
/// sees. Compositors without layer-shell give a first frame by themselves.
enum Repaint {
    /// In milliseconds: a compositor that does not answer is not waited for.
    private static let limit: Int32 = 500

    static func request() {
        guard let surface = wayland_open_pixel(limit) else { return }
        defer { wayland_close(surface) }
        guard let pixel = wayland_pixels(surface, limit) else { return }
        pixel.pointee = 0
        _ = wayland_show(surface, limit)
    }
}
