public import MediaTime

/// How the camera is shown over a range of the recording, instead of where an export shows it.
public struct CameraEffect: Hashable, Sendable {
    /// How.
    public enum Kind: Hashable, Sendable {
        /// In a corner; where it is round, the middle of its frame as a circle.
        case corner(CameraPlacement, isRound: Bool)
        /// In place of the screen; what has not the output's shape is cut off at the edges.
        case full
        /// Not at all.
        case off
    }

    /// How.
    public let kind: Kind
    /// When, in the recording's own time.
    public let range: TimeRange

    /// Sets its properties.
    public init(_ kind: Kind, _ range: TimeRange) { (self.kind, self.range) = (kind, range) }
}

extension CameraEffect.Kind {
    /// Reads `top-left:30`, `full` or `off`; nil for anything else.
    init?(_ text: String) {
        switch text {
        case "full": self = .full
        case "off": self = .off
        default:
            guard let placement = CameraPlacement(text) else { return nil }
            self = .corner(placement, isRound: false)
        }
    }

    /// The same in a circle; nil where it is in no corner.
    var rounded: Self? {
        guard case .corner(let placement, _) = self else { return nil }
        return .corner(placement, isRound: true)
    }

    /// As it is read, without the circle.
    var text: String {
        switch self {
        case .corner(let placement, _): placement.description
        case .full: "full"
        case .off: "off"
        }
    }

    var isRound: Bool { if case .corner(_, true) = self { true } else { false } }
}
