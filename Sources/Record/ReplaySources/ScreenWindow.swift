/// A window of a program on a display.
public struct ScreenWindow: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The X identifier, for ``CaptureTarget/window(_:)``.
    public let id: UInt32
    /// The text of the title bar, which may be empty. It is private: do not log it.
    public let title: String
    /// The class in `WM_CLASS`, which identifies the program. May be empty.
    public let className: String
    /// The width, in pixels.
    public let width: Int
    /// The height, in pixels.
    public let height: Int
    /// True if the window is mapped: neither minimised nor on another desktop.
    public let isVisible: Bool

    package init(id: UInt32, title: String, className: String, width: Int, height: Int, isVisible: Bool) {
        self.id = id
        self.title = title
        self.className = className
        self.width = width
        self.height = height
        self.isVisible = isVisible
    }

    /// The window's identifier, title, class and size, such as “0x1c00003 “Notes” (gedit, 800x600)”.
    public var description: String {
        "\(id.windowName) “\(title)” (\(className.isEmpty ? "" : className + ", ")\(width)x\(height))"
    }
}

extension UInt32 {
    /// The identifier in the form that xwininfo and other programs use: 0x1c00003.
    package var windowName: String { "0x" + String(self, radix: 16) }
}
