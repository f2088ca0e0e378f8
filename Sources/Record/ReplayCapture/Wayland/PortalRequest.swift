import DBus
package import ReplaySources

/// The names of the desktop portal, and what of its answers means what. Pure functions.
enum PortalName {
    static let service = "org.freedesktop.portal.Desktop"
    static let path = "/org/freedesktop/portal/desktop"
    static let screenCast = "org.freedesktop.portal.ScreenCast"
    static let shortcuts = "org.freedesktop.portal.GlobalShortcuts"
    static let request = "org.freedesktop.portal.Request"
    static let session = "org.freedesktop.portal.Session"
    static let properties = "org.freedesktop.DBus.Properties"

    /// The part of an object's path that belongs to a connection, such as `1_42` of `:1.42`.
    static func element(of uniqueName: String) -> String {
        String(uniqueName.drop { $0 == ":" }.map { $0 == "." ? "_" : $0 })
    }
}

/// What the portal answered to a request.
enum PortalResponse: Equatable {
    case granted([String: BusValue])
    /// The user said no, or closed the dialog.
    case denied
    /// It ended in another way: the dialog could not be shown.
    case failed

    /// - Parameter arguments: those of the signal `Response`.
    init(_ arguments: [BusValue]) {
        switch arguments.first?.number {
        case 0: self = .granted(arguments.dropFirst().first?.entries ?? [:])
        case 1: self = .denied
        default: self = .failed
        }
    }
}

/// What is asked of the portal. A pure value.
package struct PortalRequest: Equatable, Sendable {
    /// What the user may choose from; at least one.
    package var kinds: [SharedSource.Kind]
    /// Whether what is chosen shall be known again next time.
    package var isRemembered: Bool
    /// What the portal gave last time, for what was chosen then.
    package var token: String?
    /// True if the cursor is to be seen.
    package var showsCursor: Bool

    package init(
        kinds: [SharedSource.Kind], isRemembered: Bool = false, token: String? = nil, showsCursor: Bool = true
    ) {
        self.showsCursor = showsCursor
        self.kinds = kinds
        self.isRemembered = isRemembered
        self.token = token
    }

    /// The first version of the portal that remembers.
    static let rememberingVersion = 4

    /// The options of `SelectSources`.
    func options(_ abilities: PortalAbilities) -> [String: BusValue] {
        var options: [String: BusValue] = [
            "types": .uint32(kinds.reduce(0) { $0 | $1.rawValue }), "multiple": .boolean(false),
        ]
        // An unknown mode would be an error, and so would any before version 2.
        if abilities.hasCursorMetadata {
            options["cursor_mode"] = .uint32(4)
        } else if showsCursor, abilities.hasEmbeddedCursor {
            options["cursor_mode"] = .uint32(2)
        }
        if isRemembered, abilities.version >= Self.rememberingVersion {
            // Until it is taken back: 1 would be as long as this process runs.
            options["persist_mode"] = .uint32(2)
            if let token { options["restore_token"] = .string(token) }
        }
        return options
    }
}

/// What the portal shares, by the answer to `Start`.
struct PortalGrant: Equatable {
    /// The node of PipeWire's.
    let node: UInt32
    let source: SharedSource
    /// What to ask with next time; nil: the portal does not remember it.
    let token: String?

    /// - Parameter asked: the kinds that there was a choice of. Where it was one, that is believed: xdg-desktop-portal-wlr 0.7
    ///   calls each monitor a window.
    /// - Returns: nil where it shares nothing.
    init?(_ results: [String: BusValue], asked: [SharedSource.Kind]) {
        guard let stream = results["streams"]?.elements?.first?.elements, let node = stream.first?.number else {
            return nil
        }
        let facts = stream.dropFirst().first?.entries ?? [:]
        self.node = node
        source = SharedSource(
            kind: asked.count == 1 ? asked[0] : facts["source_type"]?.number.flatMap(SharedSource.Kind.init),
            place: facts["position"]?.pair, size: facts["size"]?.pair)
        token = results["restore_token"]?.text
    }
}
