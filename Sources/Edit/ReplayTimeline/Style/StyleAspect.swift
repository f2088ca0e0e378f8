/// The shape of a styled frame.
public enum StyleAspect: Hashable, Sendable {
    /// The ratio of width to height.
    case ratio(width: Int, height: Int)
    /// The size in pixels. Both are even.
    case size(width: Int, height: Int)

    /// The greatest ratio of the longer side to the shorter one.
    static let maxRatio = 4
    /// The valid width and height of a size, in pixels.
    static let sides = 64...8192
}

extension StyleAspect: LosslessStringConvertible {
    /// Reads `16:9` or `1080x1920`, or returns nil for any other text. One side is at most four times the other. The
    /// sides of a size are in 64...8192.
    public init?(_ description: String) {
        let isSize = description.contains("x")
        let words = description.split(separator: isSize ? "x" : ":", omittingEmptySubsequences: false)
        let sides = words.compactMap { Int($0) }
        guard words.count == 2, sides.count == 2, sides.allSatisfy({ (1...Self.sides.upperBound).contains($0) }),
            sides[0] <= sides[1] * Self.maxRatio, sides[1] <= sides[0] * Self.maxRatio
        else { return nil }
        guard isSize else {
            self = .ratio(width: sides[0], height: sides[1])
            return
        }
        guard sides.allSatisfy(Self.sides.contains) else { return nil }
        self = .size(width: sides[0] & ~1, height: sides[1] & ~1)
    }

    /// The text `16:9` or `1080x1920`.
    public var description: String {
        switch self {
        case .ratio(let width, let height): "\(width):\(height)"
        case .size(let width, let height): "\(width)x\(height)"
        }
    }
}
