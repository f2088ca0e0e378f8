import MediaTime
import PipeWire
package import ReplaySources

/// The results of checking a Wayland desktop's screen sharing. A pure value.
package struct PortalCheck: Sendable {
    /// The error of the portal, or nil if it can be used.
    var failure: CaptureError?
    var abilities: PortalAbilities?
    /// The reason why PipeWire delivers no frames, or nil if it does.
    var idleness: String?

    package init(failure: CaptureError? = nil, abilities: PortalAbilities? = nil, idleness: String? = nil) {
        self.failure = failure
        self.abilities = abilities
        self.idleness = idleness
    }

    package var findings: [Diagnosis.Finding] {
        [
            portal,
            .warning(
                "session",
                found: "on Wayland, windows are not listed, and private windows are not covered automatically",
                remedy: "use “replay cover” to hide private content"),
        ]
    }

    private var portal: Diagnosis.Finding {
        if let failure {
            return .broken("portal", found: failure.reason, remedy: failure.remedy ?? "check the log of the portal")
        }
        if let idleness {
            return .broken("portal", found: idleness, remedy: "install wireplumber, and check that it runs")
        }
        guard let abilities, !abilities.kinds.isEmpty else {
            return .broken(
                "portal", found: "the desktop portal shares neither monitors nor windows",
                remedy: "install the portal of this desktop, such as xdg-desktop-portal-gnome, -kde or -wlr")
        }
        let kinds = abilities.kinds.map { "\($0)s" }.joined(separator: ", ")
        let cursor =
            abilities.hasCursorMetadata
            ? "a separate cursor" : abilities.hasEmbeddedCursor ? "the cursor drawn by the compositor" : "no cursor"
        return .ok("portal", found: "the desktop shares \(kinds), with \(cursor) (version \(abilities.version))")
    }
}

extension PortalCheck {
    private static let answerLimit = Duration.seconds(3)

    /// Queries the portal and PipeWire, and waits for their answers.
    package static func run() -> PortalCheck {
        do throws(CaptureError) {
            return PortalCheck(abilities: try PortalSession.findAbilities(), idleness: whyIdle())
        } catch {
            return PortalCheck(failure: error)
        }
    }

    private static func whyIdle() -> String? {
        do throws(PipeWireError) {
            let hasManager = try PipeWireConnection().findSessionManager(until: .now + answerLimit)
            return hasManager == false ? "PipeWire has no session manager, so it connects nothing" : nil
        } catch {
            return error.description
        }
    }
}
