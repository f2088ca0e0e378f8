import Glibc
import ReplayControl
import ReplayLibrary
import ReplayMovie
import ReplaySources

/// Which recorder would be started. A pure value.
struct RecorderCheck: Sendable {
    /// Its program's path; nil: there is none.
    var path: String?
    /// What it says that it is; nil: it says nothing.
    var version: String?
    /// Why there is none.
    var failure = ""

    var findings: [Diagnosis.Finding] {
        guard let path else {
            return [.broken("recorder", failure, remedy: "install Replay anew, or name the program by REPLAY_DAEMON")]
        }
        guard version == ReplayVersion.name else {
            let found = "\(path) is of version \(version ?? "unknown"), replay of \(ReplayVersion.name)"
            return [.broken("recorder", found, remedy: "install both anew, or unset REPLAY_DAEMON")]
        }
        return [.ok("recorder", "\(path), of the same version")]
    }
}

extension RecorderCheck {
    /// Finds the recorder and asks for its version.
    static func run() -> RecorderCheck {
        do throws(RecorderError) {
            let path = try DaemonProcess.find()
            return RecorderCheck(path: path, version: version(of: path))
        } catch {
            return RecorderCheck(failure: error.description)
        }
    }

    /// The longest that is believed, in bytes.
    private static let longest = 64
    /// How long it may take, in milliseconds.
    private static let timeout: Int32 = 3_000

    static func version(of program: String) -> String? {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            return nil
        }
        defer { close(ends[0]) }
        guard let pid = start(program, output: ends[1]) else { return nil }
        defer {
            kill(pid, SIGKILL)
            while waitpid(pid, nil, 0) < 0, errno == EINTR {}
        }
        var readiness = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        var count: Int32
        repeat { count = poll(&readiness, 1, timeout) } while count < 0 && errno == EINTR
        guard count == 1 else { return nil }
        let answer = [UInt8](unsafeUninitializedCapacity: longest) { buffer, count in
            var result: Int
            repeat { result = read(ends[0], buffer.baseAddress, buffer.count) } while result < 0 && errno == EINTR
            count = max(0, result)
        }
        return String(decoding: answer, as: UTF8.self).split(separator: "\n").first.map(String.init)
    }

    /// Closes `output` in this process.
    private static func start(_ program: String, output: Int32) -> pid_t? {
        defer { close(output) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        let arguments = [strdup(program), strdup("--version")]
        defer { for argument in arguments { free(argument) } }
        var pid = pid_t()
        return posix_spawn(&pid, program, &actions, nil, arguments + [nil], environ) == 0 ? pid : nil
    }
}
