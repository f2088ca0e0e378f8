import Foundation

/// A private PulseAudio with a sink `app`, whose monitor is the audio of applications, and a microphone `mic` that
/// hears what is played to the sink `vmic`. It ends with this object, or with the test process; it works as root.
public final class AudioServer {
    /// The server's address, for PULSE_SERVER.
    public let address: String
    /// The sink that applications play to; its monitor is `app.monitor`.
    public static let sink = "app"
    /// The sink that the microphone hears.
    public static let microphoneSink = "vmic"
    /// The microphone.
    public static let microphone = "mic"
    private let folder: URL
    private let process: ServerProcess

    /// Starts a server, and returns once its sinks and sources are there.
    ///
    /// - Throws: ``ServerError`` when that is not so after `limit` seconds.
    public init(limit: Int = 15) throws {
        folder = FileManager.default.temporaryDirectory.appending(
            path: "replay-pulse-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        address = "unix:\(folder.path)/pulse.sock"
        let readiness = try ReadinessSocket(path: folder.path + "/ready")
        let log = folder.appending(path: "log")
        let environment = Self.environment(folder: folder.path, address: address)
        process = try ServerProcess(
            command: Self.command(socket: folder.path + "/pulse.sock"),
            environment: environment.merging(["NOTIFY_SOCKET": readiness.path]) { $1 }, log: log)
        guard readiness.waitUntilReady(seconds: limit) else {
            process.stop()
            let reason = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
            throw ServerError("PulseAudio did not start: \(reason)")
        }
    }

    /// The environment of this process, with PULSE_SERVER and XDG_RUNTIME_DIR set to this server.
    public var environment: [String: String] { Self.environment(folder: folder.path, address: address) }

    /// Ends the server, waits until it is gone, and removes its folder.
    public func stop() {
        process.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    deinit {
        stop()
    }

    private static func environment(folder: String, address: String) -> [String: String] {
        ProcessInfo.processInfo.environment.merging([
            "XDG_RUNTIME_DIR": folder, "PULSE_SERVER": address, "HOME": folder,
        ]) { $1 }
    }

    private static func command(socket: String) -> [String] {
        let modules = [
            "module-native-protocol-unix auth-anonymous=1 socket=\(socket)",
            "module-null-sink sink_name=\(sink) rate=48000 channels=2",
            "module-null-sink sink_name=\(microphoneSink) rate=48000 channels=2",
            "module-remap-source source_name=\(microphone) master=\(microphoneSink).monitor channels=1 "
                + "channel_map=mono master_channel_map=front-left remix=no",
        ]
        let options = ["-n", "--daemonize=no", "--disallow-exit", "--exit-idle-time=-1", "--use-pid-file=no"]
        return ["pulseaudio"] + options + modules.flatMap { ["-L", $0] }
    }
}
