/// A source that the desktop portal shares: one monitor, window or virtual monitor. A pure value, which shows if
/// another session shares the same source.
public struct SharedSource: Codable, Hashable, Sendable {
    /// The kind of source. The raw values are the portal's.
    public enum Kind: UInt32, Codable, Sendable, CustomStringConvertible {
        /// A single monitor.
        case monitor = 1
        /// A single window, without the windows that overlap it.
        case window = 2
        /// A monitor that exists only for the sharing.
        case virtualMonitor = 4

        /// The name of the kind, for people.
        public var description: String {
            switch self {
            case .monitor: "monitor"
            case .window: "window"
            case .virtualMonitor: "virtual monitor"
            }
        }
    }

    /// The kind of source, or nil if an older portal does not report it.
    public let kind: Kind?
    /// The x coordinate in the desktop, in the desktop's units. Nil if the source has no position there, or the portal
    /// does not report it.
    public let x: Int?
    /// The y coordinate, in the same units.
    public let y: Int?
    /// The width in the desktop's units, which are not pixels if the desktop is scaled. Nil if the portal does not
    /// report it.
    public let width: Int?
    /// The height, in the same units.
    public let height: Int?

    package init(kind: Kind?, place: (Int, Int)?, size: (Int, Int)?) {
        self.kind = kind
        (x, y) = (place?.0, place?.1)
        (width, height) = (size?.0, size?.1)
    }
}

/// The abilities of the desktop portal. A pure value.
public struct PortalAbilities: Codable, Hashable, Sendable {
    /// The version of `org.freedesktop.portal.ScreenCast`.
    public let version: Int
    /// The kinds of sources to choose from.
    public let kinds: [SharedSource.Kind]
    /// True if the portal sends the cursor separately from the frames, so that its motion needs no new frame.
    public let hasCursorMetadata: Bool
    /// True if the compositor can draw the cursor into the frames.
    public let hasEmbeddedCursor: Bool
    /// True if the portal can bind keys that work in all programs, with `org.freedesktop.portal.GlobalShortcuts`.
    public var hasShortcuts = false

    /// - Parameters:
    ///   - kinds: The portal's bit set of source kinds.
    ///   - cursorModes: The portal's bit set of cursor modes: 1 hidden, 2 embedded, 4 metadata.
    package init(version: Int, kinds: UInt32, cursorModes: UInt32) {
        self.version = version
        self.kinds = [.monitor, .window, .virtualMonitor].filter { kinds & $0.rawValue != 0 }
        hasEmbeddedCursor = cursorModes & 2 != 0
        hasCursorMetadata = cursorModes & 4 != 0
    }
}
