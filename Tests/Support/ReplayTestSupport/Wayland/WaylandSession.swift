import Foundation

/// A private Wayland desktop without a screen: a compositor, the desktop portal, PipeWire with its session manager, and
/// a message bus. It ends with this object, or with the test process.
///
/// sway does not run as root. If the tests do, another user runs the whole session and its recordings.
public final class WaylandSession {
    /// A desktop.
    public enum Desktop: String, Sendable, CaseIterable {
        /// sway, whose portal shares monitors and draws the cursor into frames.
        case sway
        /// GNOME's compositor, whose portal also shares windows and reports the cursor separately.
        case gnome
    }

    /// The options of a session.
    public struct Options: Sendable {
        /// The size of the monitor, in pixels.
        public var size = (width: 1280, height: 720)
        /// True if the portal's invisible dialog is answered with yes. GNOME's is answered by
        /// ``WaylandSession/remember()``.
        public var isShared = true
        /// True if there is a desktop portal.
        public var hasPortal = true
        /// True if PipeWire has a session manager.
        public var hasSessionManager = true
        /// True if pipewire-pulse provides a sink and a microphone with the names of ``AudioServer``.
        public var hasAudio = false

        /// Creates options for a desktop that shares what is requested, without audio.
        public init() {}
    }

    /// A part of the session that a test can kill.
    public enum Part: Hashable, Sendable { case bus, pipeWire, sessionManager, compositor, backend, portal, pulse }

    /// The desktop of the session.
    public let desktop: Desktop
    let options: Options
    let user: SessionUser
    let directory: TemporaryDirectory
    var parts: [Part: ServerProcess] = [:]

    /// Starts a session, and returns when a screen can be shared.
    /// - Throws: ``ServerError`` if a part of the session does not start.
    public init(_ desktop: Desktop, _ options: Options = Options()) throws {
        self.desktop = desktop
        self.options = options
        directory = try TemporaryDirectory("wayland")
        user = desktop == .sway ? .unprivileged : .own
        for folder in ["run", "home", "config", "portals"] { try makeFolder(folder) }
        try start()
    }

    deinit {
        // The parts are stopped in the reverse order of their start, so that the services they use still run.
        for part in [Part.portal, .backend, .pulse, .compositor, .sessionManager, .pipeWire, .bus] {
            parts[part]?.stop()
        }
    }

    private func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: path(name), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try user.own(path(name))
        try user.own(directory.path)
    }

    /// Returns a path in the session's folder.
    public func path(_ name: String) -> String { directory.path(name) }

    /// The compositor's socket, for WAYLAND_DISPLAY and clients of other users.
    public var waylandDisplay: String { path("run/" + socketName) }

    var socketName: String { desktop == .sway ? "wayland-1" : "wl-test" }

    /// The folder of the library.
    public var home: URL { directory.url.appending(path: "home/recordings") }

    /// The environment of programs in the session.
    public var environment: [String: String] {
        var environment = ProcessInfo.processInfo.environment
        for name in ["DISPLAY", "PULSE_SERVER", "REPLAY_LOG", "PIPEWIRE_RUNTIME_DIR"] { environment[name] = nil }
        environment.merge([
            "HOME": path("home"), "XDG_CONFIG_HOME": path("config"), "XDG_RUNTIME_DIR": path("run"),
            "XDG_CACHE_HOME": path("home/cache"), "XDG_DATA_HOME": path("home/data"),
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path("run/bus"))", "WAYLAND_DISPLAY": socketName,
            "XDG_SESSION_TYPE": "wayland", "XDG_CURRENT_DESKTOP": desktop == .sway ? "sway" : "GNOME",
            "XDG_DESKTOP_PORTAL_DIR": path("portals"), "GIO_USE_VFS": "local", "GSETTINGS_BACKEND": "memory",
            "PULSE_SERVER": "unix:\(path("run/pulse/native"))", "REPLAY_HOME": home.path, "COLUMNS": "80",
            "LIBGL_ALWAYS_SOFTWARE": "1", "GSK_RENDERER": "cairo", "NO_AT_BRIDGE": "1", "GTK_A11Y": "none",
            "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
            "LIBSEAT_BACKEND": "noop",
        ]) { $1 }
        return environment
    }

    // MARK: What runs in it

    /// The path of `replay` for the session's user.
    public var replayPath: String { get throws { try user.program(.replay, in: directory) } }

    /// Starts `replay` in the session. Its user agrees to be recorded.
    public func start(_ arguments: String...) throws -> ChildProcess { try start(arguments) }

    /// Starts `replay` with an array of arguments.
    public func start(_ arguments: [String]) throws -> ChildProcess {
        let consent = arguments.first == "record" ? ["--consent"] : []
        return try start(command: [replayPath] + arguments + consent)
    }

    /// Runs `replay` to its end.
    public func replay(_ arguments: String...) throws -> ChildProcess.Outcome {
        try start(arguments).wait()
    }

    /// Starts any program as the session's user.
    public func start(
        command: [String], besides variables: [String: String] = [:], input: ChildProcess.Input = .none
    ) throws -> ChildProcess {
        try ChildProcess(
            user.command(command), environment: environment.merging(variables) { $1 },
            folder: URL(fileURLWithPath: path("home")), input: input)
    }

    /// Runs any program as the session's user, to its end.
    @discardableResult
    public func run(_ command: String...) throws -> String {
        let outcome = try start(command: command).wait()
        guard outcome.status == 0 else { throw ServerError("\(command) failed: \(outcome.errors)") }
        return outcome.output
    }

    /// Sends a command to the compositor, with `swaymsg`.
    public func sway(_ command: String) throws {
        guard
            let socket = try FileManager.default.contentsOfDirectory(atPath: path("run")).first(where: {
                $0.hasPrefix("sway-ipc")
            })
        else { throw ServerError("sway has no socket.") }
        try run("swaymsg", "--socket", path("run/" + socket), command)
    }

    // MARK: How it dies

    /// Kills a part, like a crash, and waits until it has ended.
    public func kill(_ part: Part) { parts.removeValue(forKey: part)?.kill() }
}
