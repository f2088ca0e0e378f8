/// What of a display is captured.
public enum CaptureTarget: Codable, Hashable, Sendable {
    /// The whole screen, with all its monitors.
    case screen
    /// One monitor: its name, such as “DP-1”, or its number from 1, as `ScreenMonitor.list(display:)` has them.
    case monitor(String)
    /// A part of the screen, in pixels from its top left corner.
    case rectangle(x: Int, y: Int, width: Int, height: Int)
    /// One window, by its X identifier: captured by itself, without what lies over it.
    case window(UInt32)
    /// The monitor that its user chooses when the desktop portal asks: on Wayland only.
    case chosenMonitor
    /// The window that its user chooses when the desktop portal asks: on Wayland only.
    case chosenWindow
}
