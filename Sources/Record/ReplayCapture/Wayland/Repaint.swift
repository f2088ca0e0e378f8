import CWayland

/// A way to make a compositor repaint its screens.
///
/// The portal of wlroots copies the screen only if it has changed since the last copy in any session. So on a still
/// screen, only the first recording gets an initial frame. A transparent pixel that appears and disappears is an
/// invisible change. Compositors without layer-shell send a first frame anyway.
enum Repaint {
    /// The timeout in milliseconds for a compositor that does not answer.
    private static let limit: Int32 = 500

    static func request() {
        guard let surface = wayland_open_pixel(limit) else { return }
        defer { wayland_close(surface) }
        guard let pixel = wayland_pixels(surface, limit) else { return }
        pixel.pointee = 0
        _ = wayland_show(surface, limit)
    }
}
