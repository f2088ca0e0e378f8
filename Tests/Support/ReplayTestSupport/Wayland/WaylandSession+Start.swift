import Foundation

extension WaylandSession {
    /// The limit for each part, in seconds. A busy machine takes long to start a desktop.
    private static let limit = WaitLimit.seconds

    func start() throws {
        try startPart(
            .bus, ["dbus-daemon", "--session", "--nofork", "--address=unix:path=\(path("run/bus"))"], file: "run/bus")
        try startPart(.pipeWire, ["pipewire"], file: "run/pipewire-0")
        if options.hasSessionManager { try startPart(.sessionManager, ["wireplumber"]) }
        try startCompositor()
        if options.hasPortal { try startPortal() }
        if options.hasAudio { try startAudio() }
    }

    private func startPart(
        _ part: Part, _ command: [String], file: String? = nil, name: String? = nil, besides: [String: String] = [:]
    ) throws {
        let process = try ServerProcess(
            command: user.command(command), environment: environment.merging(besides) { $1 })
        parts[part] = process
        if let file { try awaitFile(file, of: process, command) }
        if let name {
            let outcome = try start(command: ["gdbus", "wait", "--session", "--timeout", "\(Self.limit)", name]).wait(
                limit: Self.limit + 10)
            guard outcome.status == 0 else {
                throw ServerError("\(name) never came: \(outcome.errors) \(process.errors)")
            }
        }
    }

    private func awaitFile(_ file: String, of process: ServerProcess, _ command: [String]) throws {
        for _ in 0..<(Self.limit * 100) where !FileManager.default.fileExists(atPath: path(file)) { usleep(10_000) }
        guard FileManager.default.fileExists(atPath: path(file)) else {
            throw ServerError("\(command) never came: \(process.errors)")
        }
    }

    private func write(_ text: String, to file: String) throws {
        try text.write(toFile: path(file), atomically: true, encoding: .utf8)
        chmod(path(file), 0o644)
    }

    private func startCompositor() throws {
        switch desktop {
        case .sway:
            try write(
                """
                output HEADLESS-1 mode \(options.size.width)x\(options.size.height)@60Hz
                default_border none
                for_window [app_id="replay-scene"] fullscreen enable

                """, to: "config/sway.conf")
            try startPart(.compositor, ["sway", "-c", path("config/sway.conf")], file: "run/" + socketName)
        case .gnome:
            try startPart(
                .compositor,
                [
                    "mutter", "--headless", "--no-x11", "--virtual-monitor",
                    "\(options.size.width)x\(options.size.height)@60", "--wayland-display", socketName,
                ], file: "run/" + socketName, name: "org.gnome.Mutter.ScreenCast")
        }
    }

    private func startPortal() throws {
        let name = desktop == .sway ? "wlr" : "gnome"
        try FileManager.default.copyItem(
            atPath: "/usr/share/xdg-desktop-portal/portals/\(name).portal", toPath: path("portals/\(name).portal"))
        // Programs that the bus starts by itself must also be in the session.
        try run("dbus-update-activation-environment", "--all")
        var variables: [String: String] = [:]
        if desktop == .sway {
            try FileManager.default.createDirectory(
                atPath: path("config/xdg-desktop-portal-wlr"), withIntermediateDirectories: true)
            let chooser = options.isShared ? "chooser_type=none" : "chooser_type=simple\nchooser_cmd=true"
            try write(
                "[screencast]\noutput_name=HEADLESS-1\nmax_fps=60\n\(chooser)\n",
                to: "config/xdg-desktop-portal-wlr/config")
            variables["LD_PRELOAD"] = try preloaded(.portalMemory)
        }
        try startPart(
            .backend, ["/usr/libexec/xdg-desktop-portal-\(name)"], name: "org.freedesktop.impl.portal.desktop.\(name)",
            besides: variables)
        try startPart(
            .portal, ["/usr/libexec/xdg-desktop-portal"], name: "org.freedesktop.portal.Desktop")
    }

    /// Returns a copy of a library that the session's user can read, who may differ from the tests' user.
    private func preloaded(_ library: PreloadedLibrary) throws -> String {
        let copy = path("\(library.rawValue).so")
        try FileManager.default.copyItem(atPath: try library.path(), toPath: copy)
        chmod(copy, 0o755)
        return copy
    }

    private func startAudio() throws {
        try startPart(.pulse, ["pipewire-pulse"], file: "run/pulse/native")
        let sinks = [AudioServer.sink, AudioServer.microphoneSink]
        for sink in sinks { try run("pactl", "load-module", "module-null-sink", "sink_name=\(sink)") }
        let outcome = try start(command: ["pactl", "load-module"] + AudioServer.microphoneModule).wait()
        guard outcome.status == 0 else { throw ServerError("There is no microphone: \(outcome.errors)") }
        try awaitDefault(AudioServer.sink, of: "sink")
        try awaitDefault(AudioServer.microphone, of: "source")
    }

    /// Waits until the session manager knows a device, which takes some time after its creation.
    private func awaitDefault(_ name: String, of kind: String) throws {
        for _ in 0..<(Self.limit * 10) {
            try run("pactl", "set-default-\(kind)", name)
            if try run("pactl", "get-default-\(kind)").contains(name) { return }
            usleep(100_000)
        }
        throw ServerError("The \(kind) \(name) never became the default.")
    }
}

extension WaylandSession {
    /// The size and position of GNOME's only monitor, as in `shared-source.json`.
    private var source: String {
        #"{"kind":1,"x":0,"y":0,"width":\#(options.size.width),"height":\#(options.size.height)}"#
    }

    /// Makes GNOME share its monitor with `replay record --remember`, as if its user had agreed before.
    /// - Parameter source: The source shared then, as in `shared-source.json`; nil for this monitor.
    public func remember(source: String? = nil) throws {
        let (token, now) = (UUID().uuidString.lowercased(), Int(Date().timeIntervalSince1970) * 1_000_000)
        try run(
            "gdbus", "call", "--session", "--dest", "org.freedesktop.impl.portal.PermissionStore", "--object-path",
            "/org/freedesktop/impl/portal/PermissionStore", "--method",
            "org.freedesktop.impl.portal.PermissionStore.Set", "screencast", "true", token, "{'': ['yes']}",
            "<('GNOME', uint32 1, <(int64 \(now), int64 \(now), [(uint32 0, uint32 1, "
                + "<'MetaVendor:MetaVirtualMonitor:0x00'>)])>)>")
        try FileManager.default.createDirectory(
            at: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try #"{"version":1,"token":"\#(token)","source":\#(source ?? self.source)}"#
            .write(to: home.appending(path: "shared-source.json"), atomically: true, encoding: .utf8)
    }
}
