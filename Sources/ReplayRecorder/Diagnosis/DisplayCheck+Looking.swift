import CXCB
import Glibc

extension DisplayCheck {
    /// Connects to the display and asks what it can do. Waits for its answers.
    static func look(at display: String?) -> DisplayCheck {
        var check = DisplayCheck(name: display ?? variable("DISPLAY"))
        check.isWayland = variable("XDG_SESSION_TYPE") == "wayland" || variable("WAYLAND_DISPLAY") != nil
        guard let name = check.name else { return check }
        do throws(CaptureError) {
            let connection = try XConnection.open(display: name)
            try connection.requireSupportedPixels()
            let size = try connection.sizeOfScreen()
            check.size = "\(size.width)x\(size.height)"
            check.extensions = try connection.extensions()
        } catch {
            check.failure = error.description.firstSentence
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
                use: .convenience("each frame goes through a socket, which costs more")),
            .init(name: "RANDR", version: try monitorsVersion(), use: .convenience("monitors are not told apart")),
            .init(
                name: "COMPOSITE", version: try compositeVersion(),
                use: .convenience("a window by itself, “record --window”, cannot be recorded")),
        ]
    }

    private func damageVersion() throws(CaptureError) -> String? {
        guard `extension`(cxcb_damage_extension()) != nil else { return nil }
        let version = try reply("DAMAGE", xcb_damage_query_version(pointer, 1, 1), xcb_damage_query_version_reply)
        return "\(version.body.major_version).\(version.body.minor_version)"
    }

    private func fixesVersion() throws(CaptureError) -> String? {
        guard `extension`(cxcb_xfixes_extension()) != nil else { return nil }
        let version = try reply("XFIXES", xcb_xfixes_query_version(pointer, 4, 0), xcb_xfixes_query_version_reply)
        return "\(version.body.major_version).\(version.body.minor_version)"
    }

    private func inputVersion() throws(CaptureError) -> String? {
        guard `extension`(cxcb_xinput_extension()) != nil else { return nil }
        let cookie = xcb_input_xi_query_version(pointer, 2, 2)
        let version = try reply("XInput2", cookie, xcb_input_xi_query_version_reply)
        return "\(version.body.major_version).\(version.body.minor_version)"
    }

    private func sharedMemoryVersion() throws(CaptureError) -> String? {
        guard isLocal, `extension`(cxcb_shm_extension()) != nil else { return nil }
        let version = try reply("MIT-SHM", xcb_shm_query_version(pointer), xcb_shm_query_version_reply)
        return "\(version.body.major_version).\(version.body.minor_version)"
    }

    private func monitorsVersion() throws(CaptureError) -> String? {
        guard `extension`(cxcb_randr_extension()) != nil else { return nil }
        let version = try reply("RANDR", xcb_randr_query_version(pointer, 1, 5), xcb_randr_query_version_reply)
        return "\(version.body.major_version).\(version.body.minor_version)"
    }

    private func compositeVersion() throws(CaptureError) -> String? {
        guard `extension`(cxcb_composite_extension()) != nil else { return nil }
        let cookie = xcb_composite_query_version(pointer, 0, 4)
        let version = try reply("Composite", cookie, xcb_composite_query_version_reply)
        return "\(version.body.major_version).\(version.body.minor_version)"
    }
}
