/// The position and size of the camera in a corner of the frame.
public struct CameraPlacement: Sendable, Hashable, CustomStringConvertible {
    /// The corners of the frame.
    public enum Corner: String, Sendable, CaseIterable {
        /// Bottom right.
        case bottomRight = "bottom-right"
        /// Bottom left.
        case bottomLeft = "bottom-left"
        /// Top right.
        case topRight = "top-right"
        /// Top left.
        case topLeft = "top-left"
    }

    /// The corner.
    public let corner: Corner
    /// The camera's width in percent of the output's width, in 1...50.
    public let percent: Int

    /// The valid values of `percent`.
    public static let percents = 1...50
    /// The default placement: bottom right, 22 % wide.
    public static let standard = CameraPlacement(corner: .bottomRight)

    /// Creates a placement.
    /// - Parameters:
    ///   - corner: The corner.
    ///   - percent: The camera's width in percent of the output's width. A value outside `percents` is clamped.
    public init(corner: Corner, percent: Int = 22) {
        self.corner = corner
        self.percent = min(max(percent, Self.percents.lowerBound), Self.percents.upperBound)
    }

    /// Reads `bottom-right` or `bottom-right:30`, or returns nil for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let corner = Corner(word: String(parts[0])), parts.count <= 2 else { return nil }
        guard parts.count == 2 else {
            self.init(corner: corner)
            return
        }
        guard let percent = Int(parts[1].last == "%" ? parts[1].dropLast() : parts[1]), Self.percents.contains(percent)
        else { return nil }
        self.init(corner: corner, percent: percent)
    }

    /// The text that ``init(_:)`` reads.
    public var description: String { "\(corner.rawValue):\(percent)" }
}

extension CameraPlacement.Corner {
    /// Reads `bottom-right`, `bottomRight`, `bottom_right` or `bottomright`, or returns nil for any other text.
    init?(word: String) {
        func letters(_ name: String) -> String { name.lowercased().filter { !"-_".contains($0) } }
        guard let corner = Self.allCases.first(where: { letters($0.rawValue) == letters(word) }) else { return nil }
        self = corner
    }
}
