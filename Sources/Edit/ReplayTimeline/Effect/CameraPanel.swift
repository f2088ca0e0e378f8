/// The place of a camera that is beside the screen. The screen becomes smaller, so that nothing of it is covered.
public struct CameraPanel: Sendable, Hashable, CustomStringConvertible {
    /// The sides of the screen.
    public enum Side: String, Sendable, CaseIterable {
        /// At the right of the screen.
        case right = "side"
        /// At the left of the screen.
        case left = "side-left"
        /// Below the screen.
        case below = "stacked"
    }

    /// The side of the screen on which the camera is.
    public let side: Side
    /// The camera's width in percent of the output's width, in 10...70. Below the screen, its height in percent of the
    /// output's height.
    public let percent: Int

    /// The valid values of `percent`.
    public static let percents = 10...70

    /// Creates a place.
    /// - Parameters:
    ///   - side: The side of the screen.
    ///   - percent: The camera's size in percent. A value outside `percents` is clamped.
    public init(_ side: Side, percent: Int = 30) {
        self.side = side
        self.percent = min(max(percent, Self.percents.lowerBound), Self.percents.upperBound)
    }

    /// Reads `side` or `stacked:40`, or returns nil for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let side = Side(named: String(parts[0])), parts.count <= 2 else { return nil }
        guard parts.count == 2 else {
            self.init(side)
            return
        }
        guard let percent = Int(parts[1].last == "%" ? parts[1].dropLast() : parts[1]), Self.percents.contains(percent)
        else { return nil }
        self.init(side, percent: percent)
    }

    /// The text that ``init(_:)`` reads.
    public var description: String { "\(side.rawValue):\(percent)" }
}

extension CameraPanel.Side {
    /// Reads the name, or a word that users try.
    fileprivate init?(named name: String) {
        switch name {
        case "right", "side-right": self = .right
        case "left": self = .left
        case "below": self = .below
        default: self.init(rawValue: name)
        }
    }
}
