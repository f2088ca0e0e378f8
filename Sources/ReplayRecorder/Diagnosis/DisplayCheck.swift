/// What was seen of the display. A pure value.
struct DisplayCheck: Sendable {
    /// An extension of the X protocol.
    struct Extension: Sendable {
        let name: String
        /// nil: the display has none.
        let version: String?
        let use: Use
    }

    /// What an extension is needed for.
    enum Use: Sendable {
        case recording
        /// A command's option or another thing that goes without.
        case convenience(String)
    }

    /// As it is called; nil: DISPLAY is not set.
    var name: String?
    /// Why it cannot be recorded.
    var failure: String?
    /// Such as “1920x1080”.
    var size = ""
    var extensions: [Extension] = []
    /// Whether the desktop session is one of Wayland.
    var isWayland = false

    var findings: [Diagnosis.Finding] { [display, session].compactMap(\.self) }

    private var display: Diagnosis.Finding {
        guard let name else {
            return .broken(
                "display", "there is no X display: DISPLAY is not set",
                remedy:
                    "run it within a desktop session, or on a display of its own: install xvfb, then xvfb-run replay …")
        }
        if let failure {
            return .broken("display", failure, remedy: "check DISPLAY and XAUTHORITY, and that its server runs")
        }
        let missing = extensions.filter { $0.version == nil }
        for lost in missing {
            guard case .recording = lost.use else { continue }
            return .broken(
                "display", "“\(name)” lacks the extension \(lost.name)",
                remedy: "record a display of Xorg’s, Xvfb’s or Xwayland’s, with that extension on")
        }
        guard let lost = missing.first, case .convenience(let use) = lost.use else {
            let versions = extensions.map { "\($0.name) \($0.version ?? "")" }.joined(separator: ", ")
            return .ok("display", "“\(name)”, \(size); \(versions)")
        }
        return .warning(
            "display", "“\(name)” lacks the extension \(lost.name): \(use)",
            remedy: "record a display of Xorg’s or Xvfb’s with that extension on")
    }

    private var session: Diagnosis.Finding? {
        guard isWayland else { return nil }
        return .warning(
            "session", "this is a Wayland session: only programs that use X are seen, the rest is black",
            remedy: "log out and choose an Xorg session (“GNOME on Xorg”, “Plasma (X11)”)")
    }
}
