import Foundation

/// A private PipeWire without a session manager. It speaks PulseAudio's protocol, has an output, and connects nothing
/// to it. It ends with this object, or with the test process.
public final class IdlePipeWire {
    /// The server's address, for PULSE_SERVER.
    public let address: String
    private let directory: TemporaryDirectory
    private let servers: [ServerProcess]

    /// True if PipeWire's programs are installed.
    public static var isInstalled: Bool {
        ["pipewire", "pipewire-pulse"].allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") }
    }

    /// Starts both programs, and returns when their sockets exist.
    ///
    /// - Throws: ``ServerError`` if they are not ready within ``WaitLimit``.
    public init() throws {
        directory = try TemporaryDirectory("pw", permissions: 0o700)
        address = "unix:" + directory.path("pulse/native")
        let environment = ProcessInfo.processInfo.environment.merging([
            "XDG_RUNTIME_DIR": directory.path, "PIPEWIRE_RUNTIME_DIR": directory.path, "HOME": directory.path,
        ]) { $1 }
        var servers: [ServerProcess] = []
        for (program, socket) in [("pipewire", "pipewire-0"), ("pipewire-pulse", "pulse/native")] {
            servers.append(try ServerProcess(command: [program], environment: environment))
            try Self.await(directory.path(socket))
        }
        self.servers = servers
    }

    deinit {
        for server in servers.reversed() { server.stop() }
    }

    private static func await(_ path: String) throws {
        for _ in 0..<(WaitLimit.seconds * 500) where !FileManager.default.fileExists(atPath: path) { usleep(2_000) }
        guard FileManager.default.fileExists(atPath: path) else { throw ServerError("\(path) never came.") }
    }
}
