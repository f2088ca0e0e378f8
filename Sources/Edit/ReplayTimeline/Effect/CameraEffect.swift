public import MediaTime

/// An effect that changes how the camera is shown in a range of the recording. It replaces the export's setting.
public struct CameraEffect: Hashable, Sendable {
    /// The ways to show the camera.
    public enum Kind: Hashable, Sendable {
        /// Shows the camera in a corner.
        case corner(CameraPlacement, CameraLook = CameraLook())
        /// Shows the camera beside the screen, which becomes smaller.
        case beside(CameraPanel, CameraLook = CameraLook())
        /// Shows the camera in place of the screen. The parts that do not fit the output's shape are cropped.
        case full
        /// Does not show the camera.
        case off
    }

    /// The way to show the camera.
    public let kind: Kind
    /// The range, in the recording's time.
    public let range: TimeRange

    /// Creates an effect.
    public init(_ kind: Kind, during range: TimeRange) { (self.kind, self.range) = (kind, range) }
}

extension CameraEffect.Kind {
    /// Reads `top-left:30`, `side:30`, `full` or `off`, or returns nil for any other text.
    init?(_ text: String) {
        switch text {
        case "full": self = .full
        case "off": self = .off
        default:
            if let placement = CameraPlacement(text) {
                self = .corner(placement)
            } else if let panel = CameraPanel(text) {
                self = .beside(panel)
            } else {
                return nil
            }
        }
    }

    /// Returns the same placement with another look, or nil if it cannot have this look. Only a camera in a corner
    /// becomes smaller.
    func with(_ look: CameraLook) -> Self? {
        switch self {
        case .corner(let placement, _): .corner(placement, look)
        case .beside(let panel, _): look.shrinks ? nil : .beside(panel, look)
        case .full, .off: nil
        }
    }

    /// The text that `init(_:)` reads, without the look.
    var text: String {
        switch self {
        case .corner(let placement, _): placement.description
        case .beside(let panel, _): panel.description
        case .full: "full"
        case .off: "off"
        }
    }

    /// The words of the look, or none if the camera has no look.
    var lookWords: [String] {
        switch self {
        case .corner(_, let look), .beside(_, let look): look.words
        case .full, .off: []
        }
    }
}
