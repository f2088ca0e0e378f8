import Glibc

/// A program that a test started; it ends with its owner at the latest.
final class ChildProcess {
    private let identifier: pid_t
    private var hasEnded = false

    /// Starts a program and waits until it has written `sign` to `descriptor`.
    /// - Returns: all that it wrote there.
    static func start(
        _ arguments: [String], environment: [String: String] = [:], until sign: String, on descriptor: Int32
    ) -> (ChildProcess, String) {
        var ends: [Int32] = [0, 0]
        precondition(pipe(&ends) == 0)
        _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        let child = ChildProcess(spawn(arguments, environment, ends[1], as: descriptor))
        close(ends[1])
        var written = ""
        var byte: UInt8 = 0
        while !written.contains(sign), read(ends[0], &byte, 1) == 1 {
            written.unicodeScalars.append(Unicode.Scalar(byte))
        }
        close(ends[0])
        precondition(written.contains(sign), "\(arguments[0]) did not start: \(written)")
        return (child, written)
    }

    /// Runs a program to its end.
    /// - Returns: what it wrote to its standard output.
    static func output(of arguments: [String], environment: [String: String] = [:]) -> String {
        var ends: [Int32] = [0, 0]
        precondition(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let child = ChildProcess(spawn(arguments, environment, ends[1], as: STDOUT_FILENO))
        close(ends[1])
        var written: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = read(ends[0], &buffer, buffer.count), count > 0 { written += buffer[..<count] }
        close(ends[0])
        waitpid(child.identifier, nil, 0)
        child.hasEnded = true
        return String(decoding: written, as: UTF8.self)
    }

    private init(_ identifier: pid_t) {
        self.identifier = identifier
    }

    deinit {
        kill()
    }

    /// Sends it a signal.
    func send(_ signal: Int32) { Glibc.kill(identifier, signal) }

    /// Kills the program and waits for its end.
    func kill() {
        guard !hasEnded else { return }
        Glibc.kill(identifier, SIGKILL)
        waitpid(identifier, nil, 0)
        hasEnded = true
    }

    private static func spawn(
        _ arguments: [String], _ environment: [String: String], _ end: Int32, as descriptor: Int32
    ) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if descriptor != STDERR_FILENO {
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, end, descriptor)
        var argv = arguments.map { strdup($0) } + [nil]
        var envp = environment.map { strdup("\($0.key)=\($0.value)") } + [strdup("PATH=/usr/bin:/bin"), nil]
        defer { for text in argv + envp { free(text) } }
        var identifier: pid_t = 0
        precondition(posix_spawnp(&identifier, arguments[0], &actions, nil, &argv, &envp) == 0)
        return identifier
    }
}
