/// The background of a styled frame.
public enum StyleBackground: Hashable, Sendable {
    /// One opaque colour.
    case colour(StyleColour)
    /// A linear gradient between two to five opaque colours at equal distances. The angle is in degrees, clockwise in
    /// 0..<360; at 0 the gradient goes upwards, as in CSS.
    case gradient([StyleColour], angle: Int)
    /// A smooth blend of four opaque colours, one at each corner: top left, top right, bottom right, bottom left.
    case mesh([StyleColour])
    /// The screen itself, enlarged and blurred.
    case blur
    /// An image in the recording's folder, cropped to the shape of the frame.
    case image(VideoEffect.Image)

    /// The angle of a gradient that names none: downwards.
    static let standardAngle = 180
    /// The number of colours of a gradient.
    static let colourCounts = 2...5
}

extension StyleBackground: LosslessStringConvertible {
    /// Reads `1e3a8a`, `0f172a-1e3a8a@160`, `mesh:1e1b4b-7c3aed-f472b6-fb923c` or `blur`, or returns nil for any other
    /// text. An image is written differently, because a path may contain any character.
    public init?(_ description: String) {
        if description == "blur" {
            self = .blur
        } else if description.hasPrefix("mesh:") {
            guard let colours = Self.colours(description.dropFirst(5)), colours.count == 4 else { return nil }
            self = .mesh(colours)
        } else {
            let parts = description.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
            guard let colours = Self.colours(parts[0]) else { return nil }
            if colours.count == 1, parts.count == 1 {
                self = .colour(colours[0])
            } else {
                let angle =
                    parts.count == 1
                    ? Self.standardAngle : Int(parts[1].hasSuffix("deg") ? parts[1].dropLast(3) : parts[1])
                guard Self.colourCounts.contains(colours.count), let angle, (0..<360).contains(angle) else {
                    return nil
                }
                self = .gradient(colours, angle: angle)
            }
        }
    }

    private static func colours(_ text: Substring) -> [StyleColour]? {
        let words = text.split(separator: "-", omittingEmptySubsequences: false)
        let colours = words.map { StyleColour(String($0)) }.compactMap(\.self)
        return colours.count == words.count && colours.allSatisfy { $0.opacity == 255 } ? colours : nil
    }

    /// The text that ``init(_:)`` reads, or the name of an image.
    public var description: String {
        func joined(_ colours: [StyleColour]) -> String { colours.map(\.description).joined(separator: "-") }
        return switch self {
        case .colour(let colour): colour.description
        case .gradient(let colours, let angle):
            joined(colours) + (angle == Self.standardAngle ? "" : "@\(angle)")
        case .mesh(let colours): "mesh:" + joined(colours)
        case .blur: "blur"
        case .image(let image): image.name
        }
    }
}
