/// What the desktop portal shares: one monitor, window or virtual monitor. A pure value, which tells whether another session
/// shares the same.
public struct SharedSource: Codable, Hashable, Sendable {
    /// What it is, by the portal's numbers.
    public enum Kind: UInt32, Codable, Sendable, CustomStringConvertible {
        /// One monitor.
        case monitor = 1
        /// One window by itself.
        case window = 2
        /// A monitor that is there for the sharing only.
        case virtualMonitor = 4

        /// As people call it.
        public var description: String {
            switch self {
            case .monitor: "monitor"
            case .window: "window"
            case .virtualMonitor: "virtual monitor"
            }
        }
    }

    /// What it is; nil: an older portal, which does not say.
    public let kind: Kind?
    /// Where it is in the desktop, in its units; nil: it has no place there, or the portal does not say.
    public let x: Int?
    /// The other coordinate.
    public let y: Int?
    /// In the desktop's units, which are not pixels where the desktop is scaled; nil: the portal does not say.
    public let width: Int?
    /// In the same units.
    public let height: Int?

    package init(kind: Kind?, place: (Int, Int)?, size: (Int, Int)?) {
        self.kind = kind
        (x, y) = (place?.0, place?.1)
        (width, height) = (size?.0, size?.1)
    }
}

/// What the desktop portal can share. A pure value.
public struct PortalAbilities: Codable, Hashable, Sendable {
    /// The version of `org.freedesktop.portal.ScreenCast`.
    public let version: Int
    /// What can be chosen from.
    public let kinds: [SharedSource.Kind]
    /// Whether the cursor comes by itself, so that it costs no new frame when it moves.
    public let hasCursorMetadata: Bool
    /// Whether the compositor can draw the cursor into the frames.
    public let hasEmbeddedCursor: Bool
    /// Whether keys can be bound that work in all programs, by `org.freedesktop.portal.GlobalShortcuts`.
    public var hasShortcuts = false

    /// - Parameters:
    ///   - kinds: a set of bits, as the portal has it.
    ///   - cursorModes: likewise: 1 hidden, 2 embedded, 4 metadata.
    package init(version: Int, kinds: UInt32, cursorModes: UInt32) {
        self.version = version
        self.kinds = [.monitor, .window, .virtualMonitor].filter { kinds & $0.rawValue != 0 }
        hasEmbeddedCursor = cursorModes & 2 != 0
        hasCursorMetadata = cursorModes & 4 != 0
    }
}
