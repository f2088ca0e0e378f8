/// A window of a program on a display.
public struct ScreenWindow: Codable, Hashable, Sendable, CustomStringConvertible {
    /// Its X identifier, for ``CaptureTarget/window(_:)``.
    public let id: UInt32
    /// What its title bar says; may be empty. Private: not for logs.
    public let title: String
    /// The class of `WM_CLASS`, which tells the program; may be empty.
    public let className: String
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    /// Whether it is mapped: neither minimised nor on another desktop.
    public let isVisible: Bool

    package init(id: UInt32, title: String, className: String, width: Int, height: Int, isVisible: Bool) {
        self.id = id
        self.title = title
        self.className = className
        self.width = width
        self.height = height
        self.isVisible = isVisible
    }

    /// Such as “0x1c00003 “Notes” (gedit, 800x600)”.
    public var description: String {
        "\(id.windowName) “\(title)” (\(className.isEmpty ? "" : className + ", ")\(width)x\(height))"
    }
}

extension UInt32 {
    /// The name of a window with this identifier, as xwininfo and others write it: 0x1c00003.
    package var windowName: String { "0x" + String(self, radix: 16) }
}
