import Foundation

/// A server that ends when this object does, or when the whole test process does, however it ends.
///
/// A shell runs the server. The shell waits on a pipe that only this process holds, and ends the server when the pipe
/// closes. The kernel closes the pipe even after SIGKILL. Standard output belongs only to the server, and ends with it.
final class ServerProcess {
    /// The server's process id.
    let pid: pid_t
    private let shell: ChildProcess
    private var isOver = false
    private static let script = """
        trap : HUP INT TERM
        sh -c 'echo $$; exec "$@"' server "$@" </dev/null & server=$!
        exec >/dev/null
        read -r _
        kill $server 2>/dev/null
        kill -CONT $server 2>/dev/null
        tries=50
        while [ $tries -gt 0 ] && kill -0 $server 2>/dev/null; do sleep 0.1; tries=$((tries - 1)); done
        kill -KILL $server 2>/dev/null
        """

    init(command: [String], environment: [String: String]) throws {
        shell = try ChildProcess(
            ["/bin/sh", "-c", Self.script, "server"] + command, environment: environment, input: .pipe)
        let line = try shell.nextLine()
        guard let pid = pid_t(line) else { throw ServerError("\(command) has no process id, but “\(line)”.") }
        self.pid = pid
    }

    /// The text that the server has written to standard error so far.
    var errors: String { shell.errors }

    /// Returns the next line of the server's standard output.
    func nextLine() throws -> String { try shell.nextLine() }

    /// Sends a signal to the server.
    func send(_ signal: Int32) {
        if !isOver { Glibc.kill(pid, signal) }
    }

    /// Kills the server, like a crash, and waits until it has ended.
    func kill() {
        send(SIGKILL)
        stop()
    }

    /// Ends the server and waits until it has ended. Processes that it started may keep running.
    func stop() {
        isOver = true
        shell.closeInput()
        _ = shell.waitForExit()
    }

    deinit {
        stop()
    }
}
