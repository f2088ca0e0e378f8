import Foundation

/// A private PulseAudio with a sink `app`, whose monitor is the application audio, and a microphone `mic` that records
/// the sink `vmic`. It ends with this object, or with the test process. It also runs as root.
public final class AudioServer {
    /// The server's address, for PULSE_SERVER.
    public let address: String
    /// The sink to which applications play. Its monitor is `app.monitor`.
    public static let sink = "app"
    /// The sink that the microphone records.
    public static let microphoneSink = "vmic"
    /// The microphone.
    public static let microphone = "mic"
    /// The arguments of `pactl load-module` that create the microphone.
    public static let microphoneModule = [
        "module-remap-source", "source_name=\(microphone)", "master=\(microphoneSink).monitor", "channels=1",
        "channel_map=mono", "master_channel_map=front-left", "remix=no", "source_properties=device.description=Desk",
    ]
    private let directory: TemporaryDirectory
    private let command: [String]
    private var process: ServerProcess

    /// Starts a server, and returns when its sinks and sources exist.
    ///
    /// - Parameter hasMicrophone: True if the microphone and its sink must exist.
    /// - Throws: ``ServerError`` if the server is not ready within ``WaitLimit``.
    public init(hasMicrophone: Bool = true) throws {
        directory = try TemporaryDirectory("pulse", permissions: 0o700)
        address = "unix:" + directory.path("pulse.sock")
        command = Self.command(socket: directory.path("pulse.sock"), hasMicrophone: hasMicrophone)
        process = try Self.start(command, in: directory)
    }

    private static func start(
        _ command: [String], in directory: TemporaryDirectory
    ) throws -> ServerProcess {
        // A killed server leaves this socket.
        unlink(directory.path("ready"))
        let readiness = try ReadinessSocket(path: directory.path("ready"))
        let environment = environment(folder: directory.path).merging(["NOTIFY_SOCKET": readiness.path]) { $1 }
        let process = try ServerProcess(command: command, environment: environment)
        guard readiness.waitUntilReady(seconds: WaitLimit.seconds) else {
            throw ServerError("PulseAudio did not start: \(process.errors)")
        }
        return process
    }

    /// The environment of this process, with PULSE_SERVER and XDG_RUNTIME_DIR set to this server.
    public var environment: [String: String] { Self.environment(folder: directory.path) }

    /// The server's process id.
    public var pid: pid_t { process.pid }

    /// Runs `pactl` with the server.
    ///
    /// - Returns: The output of `pactl`.
    @discardableResult public func control(_ arguments: String...) throws -> String { try control(arguments) }

    /// Runs `pactl` with an array of arguments.
    @discardableResult public func control(_ arguments: [String]) throws -> String {
        try ChildProcess(["pactl", "-s", address] + arguments, environment: environment).wait().output
    }

    /// Kills the server, like a crash. Its socket remains.
    public func kill() { process.kill() }

    /// Starts the server again after ``kill()``, at the same socket.
    ///
    /// - Throws: ``ServerError`` if the server is not ready within ``WaitLimit``.
    public func restart() throws { process = try Self.start(command, in: directory) }

    /// Suspends the server until ``resume()``.
    public func hang() { process.send(SIGSTOP) }

    /// Resumes the server after ``hang()``.
    public func resume() { process.send(SIGCONT) }

    /// Ends the server, and waits until it has ended.
    public func stop() { process.stop() }

    private static func environment(folder: String) -> [String: String] {
        ProcessInfo.processInfo.environment.merging([
            "XDG_RUNTIME_DIR": folder, "PULSE_SERVER": "unix:\(folder)/pulse.sock", "HOME": folder,
        ]) { $1 }
    }

    private static func command(socket: String, hasMicrophone: Bool) -> [String] {
        var modules = [
            "module-native-protocol-unix auth-anonymous=1 socket=\(socket)",
            "module-null-sink sink_name=\(sink) rate=48000 channels=2",
        ]
        if hasMicrophone {
            modules += [
                "module-null-sink sink_name=\(microphoneSink) rate=48000 channels=2",
                microphoneModule.joined(separator: " "),
            ]
        }
        let options = ["-n", "--daemonize=no", "--disallow-exit", "--exit-idle-time=-1", "--use-pid-file=no"]
        return ["pulseaudio"] + options + modules.flatMap { ["-L", $0] }
    }
}
