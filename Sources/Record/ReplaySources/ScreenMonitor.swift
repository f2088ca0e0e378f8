package import Geometry

/// A monitor of a display.
public struct ScreenMonitor: Codable, Hashable, Sendable, CustomStringConvertible {
    /// As RandR calls it, such as “DP-1”.
    public let name: String
    /// The column of the screen where it begins, in pixels.
    public let x: Int
    /// The row of the screen where it begins, in pixels.
    public let y: Int
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int

    package init(name: String, frame: PixelRect) {
        self.name = name
        (x, y, width, height) = (frame.x0, frame.y0, frame.width, frame.height)
    }

    package var frame: PixelRect { PixelRect(x: x, y: y, width: width, height: height) }

    /// Such as “DP-1 (1920x1080 at 0,0)”.
    public var description: String { "\(name) (\(width)x\(height) at \(x),\(y))" }
}
