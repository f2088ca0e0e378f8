import Glibc

/// A PulseAudio server of the test's own with idle null sinks: `app`, and `vmic`, which the source `mic`
/// hears.
final class HeadlessAudio {
    let address: String
    private let folder: String
    private let hasMicrophone: Bool
    private var server: ChildProcess

    /// What `load-module` takes to make the source `mic`.
    static let microphone = [
        "module-remap-source", "source_name=mic", "master=vmic.monitor", "channels=1", "channel_map=mono",
        "master_channel_map=front-left", "remix=no", "source_properties=device.description=Desk",
    ]

    init(microphone: Bool = true) {
        var template = Array("/tmp/replay-audio-XXXXXX".utf8CString)
        folder = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
        address = "unix:\(folder)/pulse.sock"
        hasMicrophone = microphone
        server = Self.start(in: folder, microphone)
    }

    deinit {
        server.kill()
        for file in ["pulse.sock", ".config/pulse/cookie"] { unlink("\(folder)/\(file)") }
        for inner in ["/pulse", "/.config/pulse", "/.config", ""] { rmdir(folder + inner) }
    }

    private static func start(in folder: String, _ hasMicrophone: Bool) -> ChildProcess {
        var arguments = ["pulseaudio", "-n", "--daemonize=no", "--disallow-exit", "--exit-idle-time=-1"]
        arguments += ["--use-pid-file=no", "--log-target=stderr", "--log-level=info"]
        var modules = [
            "module-native-protocol-unix auth-anonymous=1 socket=\(folder)/pulse.sock",
            "module-null-sink sink_name=app rate=48000 channels=2",
        ]
        if hasMicrophone {
            modules += [
                "module-null-sink sink_name=vmic rate=48000 channels=2", microphone.joined(separator: " "),
            ]
        }
        return ChildProcess.start(
            arguments + modules.flatMap { ["-L", $0] },
            environment: ["HOME": folder, "XDG_RUNTIME_DIR": folder],
            until: "Daemon startup complete", on: STDERR_FILENO
        ).0
    }

    /// Ends the server as a crash does: without a word, its socket left behind.
    func kill() { server.kill() }

    /// Starts it again after ``kill()``, at the same socket.
    func restart() { server = Self.start(in: folder, hasMicrophone) }

    /// Lets it hang, and go on.
    func hang() { server.send(SIGSTOP) }
    func resume() { server.send(SIGCONT) }

    /// Runs `pactl` with the server.
    /// - Returns: what it printed.
    @discardableResult func control(_ arguments: String...) -> String {
        control(arguments)
    }

    /// The same, with the arguments in a list.
    @discardableResult func control(_ arguments: [String]) -> String {
        ChildProcess.output(
            of: ["pactl", "-s", address] + arguments, environment: ["HOME": folder, "XDG_RUNTIME_DIR": folder])
    }
}
