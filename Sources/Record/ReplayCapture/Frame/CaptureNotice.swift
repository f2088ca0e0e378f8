package import Geometry

/// What happened to the thing that is captured. The canvas stays as it was at the start.
package enum CaptureNotice: Hashable, Sendable {
    /// It has another size now, in pixels, and is fitted into the canvas. Without a width and height it is a monitor
    /// that went away: its last frame stays.
    case resized(PixelSize)
    /// The window was minimised, or is on another desktop: its last frame stays.
    case windowHidden
    /// The window is seen again.
    case windowShown
    /// The window is gone: its last frame stays.
    case windowClosed
}
