import Foundation

/// A place of one's own to run `replay` in: a library of recordings, and where wanted a display and audio.
public final class Workplace {
    private let directory: TemporaryDirectory
    /// The display, where there is one.
    public let screen: XServer?
    /// The audio server, where there is one.
    public let audio: AudioServer?

    /// - Parameters:
    ///   - screen: the display's size; nil: none.
    ///   - hasAudio: whether there is an audio server.
    public init(screen: (width: Int, height: Int)? = nil, hasAudio: Bool = false) throws {
        directory = try TemporaryDirectory("place")
        self.screen = try screen.map { try XServer(width: $0.width, height: $0.height) }
        audio = hasAudio ? try AudioServer() : nil
    }

    /// The working folder of what runs here.
    public var folder: URL { directory.url }

    /// Where the recordings are.
    public var home: URL { folder.appending(path: "home") }

    /// Where programs tell of themselves while they run.
    public var runtimeFolder: URL { folder.appending(path: "run") }

    /// What programs in this place are given besides, or in place of what they are otherwise.
    public var variables: [String: String] = [:]

    /// What programs in this place are given.
    public var environment: [String: String] {
        var environment = audio?.environment ?? ProcessInfo.processInfo.environment
        environment["DISPLAY"] = screen?.display ?? ":9999"
        // Never the developer's own desktop.
        for name in ["WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "DBUS_SESSION_BUS_ADDRESS"] { environment[name] = nil }
        if audio == nil {
            environment["PULSE_SERVER"] = "unix:\(folder.path)/no-pulse.sock"
            // With an audio server its folder is the user's home, where clients of it keep their cookie.
            environment["XDG_CONFIG_HOME"] = path("config")
            environment["XDG_CACHE_HOME"] = path("cache")
        }
        environment["REPLAY_HOME"] = home.path
        environment["XDG_RUNTIME_DIR"] = runtimeFolder.path
        // What help is wrapped at.
        environment["COLUMNS"] = "80"
        environment["REPLAY"] = BuiltProgram.replay.path
        return environment.merging(variables) { $1 }
    }

    /// A path in the folder.
    public func path(_ name: String) -> String { folder.appending(path: name).path }

    /// Starts `replay`. The user of this place agrees to be recorded: `record` is given `--consent`.
    public func start(_ arguments: String...) throws -> ChildProcess { try start(arguments) }

    /// Runs `replay` to its end; `record` is given `--consent`.
    public func replay(_ arguments: String...) throws -> ChildProcess.Outcome { try start(arguments).wait() }

    /// Waits for something, looking every few milliseconds.
    /// - Throws: ``ServerError`` when it is not so within ``WaitLimit``.
    public func await(_ what: String, _ condition: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(WaitLimit.seconds)
        while try !condition() {
            guard ContinuousClock.now < deadline else { throw ServerError("not in time: \(what)") }
            usleep(5000)
        }
    }

    /// Starts `replay` at a terminal, where nobody has agreed to anything yet.
    public func terminal(_ arguments: String..., columns: UInt16 = 120) throws -> TerminalProcess {
        try TerminalProcess(arguments, environment: environment, folder: folder, columns: columns)
    }

    /// Runs a line of `sh`, in which `$REPLAY` is the binary.
    public func shell(_ script: String) throws -> ChildProcess.Outcome {
        try start(command: ["sh", "-c", script]).wait()
    }

    /// Starts any program.
    public func start(command: [String]) throws -> ChildProcess {
        try ChildProcess(command, environment: environment, folder: folder)
    }

    /// Starts `replay`, as with arguments one by one.
    public func start(_ arguments: [String]) throws -> ChildProcess {
        let consent = arguments.first == "record" ? ["--consent"] : []
        return try ChildProcess(.replay, arguments + consent, environment: environment, folder: folder)
    }
}
