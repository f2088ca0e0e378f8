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

    /// A part of the output, in pixels; all even, for 4:2:0.
    public struct Rectangle: Sendable, Hashable {
        /// From the left edge.
        public let x: Int
        /// From the upper edge.
        public let y: Int
        /// From left to right.
        public let width: Int
        /// From top to bottom.
        public let height: Int
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

    /// Where a camera goes: 2 % of the output's width from its edges, in its own shape, smaller where it is too high.
    /// - Returns: nil for an output in which there is no room.
    package func rectangle(
        of camera: (width: Int, height: Int), in output: (width: Int, height: Int)
    ) -> Rectangle? {
        let margin = output.width * 2 / 100 & ~1
        let room = output.height - 2 * margin
        guard camera.width > 0, camera.height > 0, room >= 2 else { return nil }
        var (width, height) = (
            output.width * percent / 100, output.width * percent / 100 * camera.height / camera.width
        )
        if height > room { (width, height) = (room * camera.width / camera.height, room) }
        (width, height) = (width & ~1, height & ~1)
        guard width >= 2, height >= 2 else { return nil }
        let isLeft = corner == .bottomLeft || corner == .topLeft
        let isTop = corner == .topLeft || corner == .topRight
        return Rectangle(
            x: isLeft ? margin : (output.width - margin - width) & ~1,
            y: isTop ? margin : (output.height - margin - height) & ~1, width: width, height: height)
    }
}
