import Foundation

/// A separate place in which `replay` runs: a library of recordings, and optionally a display and audio.
public final class Workplace {
    private let directory: TemporaryDirectory
    /// The display, or nil if there is none.
    public let screen: XServer?
    /// The audio server, or nil if there is none.
    public let audio: AudioServer?

    /// - Parameters:
    ///   - screen: The display's size; nil for no display.
    ///   - hasAudio: True if there must be an audio server.
    public init(screen: (width: Int, height: Int)? = nil, hasAudio: Bool = false) throws {
        directory = try TemporaryDirectory("place")
        self.screen = try screen.map { try XServer(width: $0.width, height: $0.height) }
        audio = hasAudio ? try AudioServer() : nil
    }

    /// The working folder of the programs in this place.
    public var folder: URL { directory.url }

    /// The folder of the library.
    public var home: URL { folder.appending(path: "home") }

    /// The runtime folder, in which programs leave files about themselves while they run.
    public var runtimeFolder: URL { folder.appending(path: "run") }

    /// Variables that are added to the environment, or replace others in it.
    public var variables: [String: String] = [:]

    /// The environment of programs in this place.
    public var environment: [String: String] {
        var environment = audio?.environment ?? ProcessInfo.processInfo.environment
        environment["DISPLAY"] = screen?.display ?? ":9999"
        // Tests must never use the developer's own desktop.
        for name in ["WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "DBUS_SESSION_BUS_ADDRESS"] { environment[name] = nil }
        if audio == nil {
            environment["PULSE_SERVER"] = "unix:\(folder.path)/no-pulse.sock"
            // With an audio server, its folder is the user's home, in which its clients keep their cookie.
            environment["XDG_CONFIG_HOME"] = path("config")
            environment["XDG_CACHE_HOME"] = path("cache")
        }
        environment["REPLAY_HOME"] = home.path
        environment["XDG_RUNTIME_DIR"] = runtimeFolder.path
        // The width to which help is wrapped.
        environment["COLUMNS"] = "80"
        environment["REPLAY"] = BuiltProgram.replay.path
        return environment.merging(variables) { $1 }
    }

    /// Returns a path in the folder.
    public func path(_ name: String) -> String { folder.appending(path: name).path }

    /// Starts `replay`. The user of this place agrees to be recorded, so `record` receives `--consent`.
    public func start(_ arguments: String...) throws -> ChildProcess { try start(arguments) }

    /// Runs `replay` to its end. `record` receives `--consent`.
    public func replay(_ arguments: String...) throws -> ChildProcess.Outcome { try start(arguments).wait() }

    /// Waits until a condition is true, and checks it every few milliseconds.
    /// - Throws: ``ServerError`` if the condition is not true within ``WaitLimit``.
    public func await(_ what: String, _ condition: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(WaitLimit.seconds)
        while try !condition() {
            guard ContinuousClock.now < deadline else { throw ServerError("not in time: \(what)") }
            usleep(5000)
        }
    }

    /// Starts `replay` at a terminal, without the user's consent.
    public func terminal(_ arguments: String..., columns: UInt16 = 120) throws -> TerminalProcess {
        try TerminalProcess(arguments, environment: environment, folder: folder, columns: columns)
    }

    /// Runs a line of `sh`, in which `$REPLAY` is the program.
    public func shell(_ script: String) throws -> ChildProcess.Outcome {
        try start(command: ["sh", "-c", script]).wait()
    }

    /// Starts any program.
    public func start(command: [String]) throws -> ChildProcess {
        try ChildProcess(command, environment: environment, folder: folder)
    }

    /// Starts `replay` with an array of arguments.
    public func start(_ arguments: [String]) throws -> ChildProcess {
        let consent = arguments.first == "record" ? ["--consent"] : []
        return try ChildProcess(.replay, arguments + consent, environment: environment, folder: folder)
    }
}
