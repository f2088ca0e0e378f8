import DBus
package import ReplaySources

/// The names of the desktop portal on D-Bus. Pure functions.
enum PortalName {
    static let service = "org.freedesktop.portal.Desktop"
    static let path = "/org/freedesktop/portal/desktop"
    static let screenCast = "org.freedesktop.portal.ScreenCast"
    static let shortcuts = "org.freedesktop.portal.GlobalShortcuts"
    static let request = "org.freedesktop.portal.Request"
    static let session = "org.freedesktop.portal.Session"
    static let properties = "org.freedesktop.DBus.Properties"

    /// Returns the connection's element in object paths, such as `1_42` for `:1.42`.
    static func element(of uniqueName: String) -> String {
        String(uniqueName.drop { $0 == ":" }.map { $0 == "." ? "_" : $0 })
    }
}

/// The portal's response to a request.
enum PortalResponse: Equatable {
    case granted([String: BusValue])
    /// The user refused, or closed the dialog.
    case denied
    /// The request ended in another way, for example because the dialog could not be shown.
    case failed

    /// Reads a response.
    /// - Parameter arguments: The arguments of the signal `Response`.
    init(_ arguments: [BusValue]) {
        switch arguments.first?.number {
        case 0: self = .granted(arguments.dropFirst().first?.entries ?? [:])
        case 1: self = .denied
        default: self = .failed
        }
    }
}

/// A request for screen sharing. A pure value.
package struct PortalRequest: Equatable, Sendable {
    /// The kinds of sources that the user can choose from, at least one.
    package var kinds: [SharedSource.Kind]
    /// True if the portal should remember the user's choice.
    package var isRemembered: Bool
    /// The restore token from the last time, which identifies the choice made then.
    package var token: String?
    /// The way in which the pointer is captured.
    package var pointer: PointerCapture

    package init(
        kinds: [SharedSource.Kind], isRemembered: Bool = false, token: String? = nil,
        pointer: PointerCapture = .inFrames
    ) {
        self.pointer = pointer
        self.kinds = kinds
        self.isRemembered = isRemembered
        self.token = token
    }

    /// The first version of the portal that can remember a choice.
    static let rememberingVersion = 4

    /// Returns the options of `SelectSources`.
    func options(_ abilities: PortalAbilities) -> [String: BusValue] {
        var options: [String: BusValue] = [
            "types": .uint32(kinds.reduce(0) { $0 | $1.rawValue }), "multiple": .boolean(false),
        ]
        // An unknown mode would be an error, as would any mode before version 2.
        if abilities.hasCursorMetadata {
            options["cursor_mode"] = .uint32(4)
        } else if pointer == .inFrames, abilities.hasEmbeddedCursor {
            options["cursor_mode"] = .uint32(2)
        }
        if isRemembered, abilities.version >= Self.rememberingVersion {
            // 2 means until the permission is revoked; 1 means while this process runs.
            options["persist_mode"] = .uint32(2)
            if let token { options["restore_token"] = .string(token) }
        }
        return options
    }
}

/// The shared source, from the response to `Start`.
struct PortalGrant: Equatable {
    /// The ID of the PipeWire node.
    let node: UInt32
    let source: SharedSource
    /// The restore token for the next request, or nil if the portal does not remember the choice.
    let token: String?

    /// Reads the response.
    /// - Parameter asked: The requested kinds. If there is only one, the portal's own value is ignored, because
    ///   xdg-desktop-portal-wlr 0.7 reports every monitor as a window.
    /// - Returns: Nil if nothing is shared.
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
