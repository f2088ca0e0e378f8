import Foundation

/// A server that ends when this object does, or when the whole test process does, however it dies.
///
/// A shell stands between: it waits on a pipe that only this process holds, and ends the server when the pipe
/// closes. The kernel closes it even after SIGKILL.
final class ServerProcess {
    /// What the server writes to its standard output.
    let output = Pipe()
    private let process = Process()
    private let lifeline = Pipe()
    private static let script = """
        trap : HUP INT TERM
        "$@" </dev/null & server=$!
        read -r _
        kill $server 2>/dev/null
        tries=50
        while [ $tries -gt 0 ] && kill -0 $server 2>/dev/null; do sleep 0.1; tries=$((tries - 1)); done
        kill -KILL $server 2>/dev/null
        """

    init(command: [String], environment: [String: String], log: URL) throws {
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", Self.script, "server"] + command
        process.environment = environment
        process.standardInput = lifeline
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: log)
        // Another child that inherited this end would keep the server alive.
        _ = fcntl(lifeline.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        try process.runWithSignalsOpen()
    }

    /// Ends the server and waits until it is gone.
    func stop() {
        try? lifeline.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    deinit {
        stop()
    }
}
