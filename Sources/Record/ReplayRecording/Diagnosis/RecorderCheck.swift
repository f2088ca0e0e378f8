import Descriptors
import Glibc
import ReplayControl
import ReplayLibrary
import ReplayMovie
import ReplaySources
import SystemPackage

/// The recorder program that would be started. A pure value.
struct RecorderCheck: Sendable {
    /// The path of the program, or nil if it was not found.
    var path: String?
    /// The version that the program reports, or nil if it reports none.
    var version: String?
    /// The reason why the program was not found.
    var failure = ""

    var findings: [Diagnosis.Finding] {
        guard let path else {
            return [
                .broken(
                    "recorder", failure, remedy: "reinstall Replay, or set REPLAY_DAEMON to the path of the program")
            ]
        }
        guard version == ReplayVersion.name else {
            let found = "\(path) has version \(version ?? "unknown"), but replay has \(ReplayVersion.name)"
            return [.broken("recorder", found, remedy: "reinstall both, or unset REPLAY_DAEMON")]
        }
        return [.ok("recorder", "\(path), same version")]
    }
}

extension RecorderCheck {
    /// Finds the recorder program and asks it for its version.
    static func run() -> RecorderCheck {
        do throws(RecorderError) {
            let path = try DaemonProcess.find()
            return RecorderCheck(path: path, version: version(of: path))
        } catch {
            return RecorderCheck(failure: error.description)
        }
    }

    /// The maximum length of a version, in bytes.
    private static let longest = 64
    /// The time limit for the answer, in milliseconds.
    private static let timeout: Int32 = 3_000

    static func version(of program: String) -> String? {
        guard let pipe = try? FileDescriptor.pipe(options: .closeOnExec) else { return nil }
        let answer = OwnedDescriptor(pipe.readEnd)
        // This process must not keep the write end, so that the read ends when the program does.
        guard let pid = try? pipe.writeEnd.closeAfter({ start(program, output: pipe.writeEnd) }) else { return nil }
        defer {
            kill(pid, SIGKILL)
            _ = SystemCall.retrying { waitpid(pid, nil, 0) }
        }
        var readiness = pollfd(fd: answer.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        guard SystemCall.retrying({ poll(&readiness, 1, timeout) }) == 1 else { return nil }
        let text = [UInt8](unsafeUninitializedCapacity: longest) { buffer, count in
            count = (try? answer.descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
        }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").first.map(String.init)
    }

    private static func start(_ program: String, output: FileDescriptor) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.rawValue, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        let arguments = [strdup(program), strdup("--version")]
        defer { for argument in arguments { free(argument) } }
        var pid = pid_t()
        return posix_spawn(&pid, program, &actions, nil, arguments + [nil], environ) == 0 ? pid : nil
    }
}
