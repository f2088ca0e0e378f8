/// Where an export shows the camera: in a corner, over the frame.
public struct CameraPlacement: Sendable, Hashable, CustomStringConvertible {
    /// Which corner.
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

    /// Which corner.
    public let corner: Corner
    /// The camera's width in hundredths of the output's: 1...50.
    public let percent: Int

    /// What `percent` may be.
    public static let percents = 1...50
    /// Bottom right, 22 % wide.
    public static let standard = CameraPlacement(corner: .bottomRight)

    /// Sets its properties.
    /// - Parameters:
    ///   - corner: which corner.
    ///   - percent: the camera's width in hundredths of the output's; brought into `percents` where it is beyond.
    public init(corner: Corner, percent: Int = 22) {
        self.corner = corner
        self.percent = min(max(percent, Self.percents.lowerBound), Self.percents.upperBound)
    }

    /// Reads `bottom-right` or `bottom-right:30`; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let corner = Corner(rawValue: String(parts[0])), parts.count <= 2 else { return nil }
        guard parts.count == 2 else {
            self.init(corner: corner)
            return
        }
        guard let percent = Int(parts[1]), Self.percents.contains(percent) else { return nil }
        self.init(corner: corner, percent: percent)
    }

    /// As it is read.
    public var description: String { "\(corner.rawValue):\(percent)" }
}
