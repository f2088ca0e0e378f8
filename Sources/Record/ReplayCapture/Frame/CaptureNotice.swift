package import Geometry

/// A change of the capture target. The canvas keeps its initial size.
package enum CaptureNotice: Hashable, Sendable {
    /// The target has a new size in pixels, and is scaled to fit the canvas. A size of 0 x 0 means that a monitor was
    /// disconnected: its last frame stays.
    case resized(PixelSize)
    /// The window was minimised or moved to another desktop: its last frame stays.
    case windowHidden
    /// The window is seen again.
    case windowShown
    /// The window is gone: its last frame stays.
    case windowClosed
}
