import CXCB
import Glibc
package import ReplaySources

/// The results of checking the X display. A pure value.
package struct DisplayCheck: Sendable {
    /// An extension of the X protocol.
    struct Extension: Sendable {
        package let name: String
        /// The version, or nil if the display does not have the extension.
        let version: String?
        let use: Use
    }

    /// The purpose of an extension.
    enum Use: Sendable {
        case recording
        /// An optional feature, such as a command's option. The text says what happens without it.
        case convenience(String)
    }

    /// The name of the display, or nil if DISPLAY is not set.
    package var name: String?
    /// The reason why the display cannot be recorded, or nil.
    var failure: String?
    /// The size of the screen, such as “1920x1080”.
    var size = ""
    var extensions: [Extension] = []
    /// The check of the Wayland desktop that is recorded instead of the display. Nil if there is none, or if a display
    /// was requested.
    package var portal: PortalCheck?

    package var findings: [Diagnosis.Finding] {
        guard let portal else { return [display] }
        // On Wayland, the X display contains only the windows of X programs.
        return portal.findings + (display.state == .ok ? [display] : [])
    }

    private var display: Diagnosis.Finding {
        guard let name else {
            return .broken(
                "display", found: "there is no X display: DISPLAY is not set",
                remedy:
                    "run Replay in a desktop session, or on a virtual display: install xvfb, then xvfb-run replay …")
        }
        if let failure {
            return .broken(
                "display", found: failure, remedy: "check DISPLAY and XAUTHORITY, and that the X server runs")
        }
        let missing = extensions.filter { $0.version == nil }
        for lost in missing {
            guard case .recording = lost.use else { continue }
            return .broken(
                "display", found: "“\(name)” lacks the extension \(lost.name)",
                remedy: "record a display of Xorg, Xvfb or Xwayland with that extension enabled")
        }
        guard let lost = missing.first, case .convenience(let use) = lost.use else {
            let versions = extensions.map { "\($0.name) \($0.version ?? "")" }.joined(separator: ", ")
            return .ok("display", found: "“\(name)”, \(size); \(versions)")
        }
        return .warning(
            "display", found: "“\(name)” lacks the extension \(lost.name): \(use)",
            remedy: "record a display of Xorg or Xvfb with that extension enabled")
    }
}

extension DisplayCheck {
    /// Connects to the display, queries its extensions, and waits for the answers.
    package static func run(at display: String?) -> DisplayCheck {
        var check = DisplayCheck(name: display ?? variable("DISPLAY"))
        let isWayland = variable("XDG_SESSION_TYPE") == "wayland" || variable("WAYLAND_DISPLAY") != nil
        if display == nil, isWayland { check.portal = PortalCheck.run() }
        guard let name = check.name else { return check }
        do throws(CaptureError) {
            let connection = try XConnection.open(display: name)
            try connection.requireSupportedPixels()
            let size = try connection.sizeOfScreen()
            check.size = "\(size.width)x\(size.height)"
            check.extensions = try connection.extensions()
        } catch {
            check.failure = error.reason
        }
        return check
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension XConnection {
    fileprivate func extensions() throws(CaptureError) -> [DisplayCheck.Extension] {
        [
            .init(name: "DAMAGE", version: try damageVersion(), use: .recording),
            .init(name: "XFIXES", version: try fixesVersion(), use: .recording),
            .init(name: "XInput2", version: try inputVersion(), use: .recording),
            .init(
                name: "MIT-SHM", version: try sharedMemoryVersion(),
                use: .convenience("each frame is sent through a socket, which is slower")),
            .init(
                name: "RANDR", version: try monitorsVersion(),
                use: .convenience("monitors cannot be recorded separately")),
            .init(
                name: "COMPOSITE", version: try compositeVersion(),
                use: .convenience("a single window, “record --window”, cannot be recorded")),
        ]
    }

    private func damageVersion() throws(CaptureError) -> String? {
        guard `extension`(cxcb_damage_extension()) != nil else { return nil }
        let version = try reply(
            "DAMAGE", cookie: xcb_damage_query_version(pointer, 1, 1), receive: xcb_damage_query_version_reply)
        return "\(version.body.major_version).\(version.body.minor_version)"
    }

    private func fixesVersion() throws(CaptureError) -> String? {
        guard `extension`(cxcb_xfixes_extension()) != nil else { return nil }
        let version = try reply(
            "XFIXES", cookie: xcb_xfixes_query_version(pointer, 4, 0), receive: xcb_xfixes_query_version_reply)
        return "\(version.body.major_version).\(version.body.minor_version)"
    }

    private func inputVersion() throws(CaptureError) -> String? {
        guard `extension`(cxcb_xinput_extension()) != nil else { return nil }
        let cookie = xcb_input_xi_query_version(pointer, 2, 2)
        let version = try reply("XInput2", cookie: cookie, receive: xcb_input_xi_query_version_reply)
        return "\(version.body.major_version).\(version.body.minor_version)"
    }

    private func sharedMemoryVersion() throws(CaptureError) -> String? {
        guard isLocal, `extension`(cxcb_shm_extension()) != nil else { return nil }
        let version = try reply("MIT-SHM", cookie: xcb_shm_query_version(pointer), receive: xcb_shm_query_version_reply)
        return "\(version.body.major_version).\(version.body.minor_version)"
    }

    private func monitorsVersion() throws(CaptureError) -> String? {
        guard `extension`(cxcb_randr_extension()) != nil else { return nil }
        let version = try reply(
            "RANDR", cookie: xcb_randr_query_version(pointer, 1, 5), receive: xcb_randr_query_version_reply)
        return "\(version.body.major_version).\(version.body.minor_version)"
    }

    private func compositeVersion() throws(CaptureError) -> String? {
        guard `extension`(cxcb_composite_extension()) != nil else { return nil }
        let cookie = xcb_composite_query_version(pointer, 0, 4)
        let version = try reply("Composite", cookie: cookie, receive: xcb_composite_query_version_reply)
        return "\(version.body.major_version).\(version.body.minor_version)"
    }
}
