/// The part of a display to capture.
public enum CaptureTarget: Codable, Hashable, Sendable {
    /// The whole screen, with all its monitors.
    case screen
    /// A monitor, by its name such as “DP-1”, or by its number from 1 in the order of `ScreenMonitor.list(display:)`.
    case monitor(String)
    /// A rectangle of the screen, in pixels from its top left corner.
    case rectangle(x: Int, y: Int, width: Int, height: Int)
    /// A window, by its X identifier. It is captured without the windows that overlap it.
    case window(UInt32)
    /// The monitor that the user chooses when the desktop portal asks. Only on Wayland.
    case chosenMonitor
    /// The window that the user chooses when the desktop portal asks. Only on Wayland.
    case chosenWindow
}
