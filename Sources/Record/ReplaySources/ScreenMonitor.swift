package import Geometry

/// A monitor of a display.
public struct ScreenMonitor: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The monitor's name in RandR, such as “DP-1”.
    public let name: String
    /// The x coordinate of its left edge on the screen, in pixels.
    public let x: Int
    /// The y coordinate of its top edge on the screen, in pixels.
    public let y: Int
    /// The width, in pixels.
    public let width: Int
    /// The height, in pixels.
    public let height: Int

    package init(name: String, frame: PixelRect) {
        self.name = name
        (x, y, width, height) = (frame.x0, frame.y0, frame.width, frame.height)
    }

    package var frame: PixelRect { PixelRect(x: x, y: y, width: width, height: height) }

    /// The monitor's name and geometry, such as “DP-1 (1920x1080 at 0,0)”.
    public var description: String { "\(name) (\(width)x\(height) at \(x),\(y))" }
}
