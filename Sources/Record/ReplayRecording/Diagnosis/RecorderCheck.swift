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
    /// The version that it says it is of, or nil if it does not say one.
    var version: String?
    /// The reason why there is no program, or, after the program's path, why it does not say its version.
    var failure = ""

    var findings: [Diagnosis.Finding] {
        guard let path else {
            return [
                .broken(
                    "recorder", found: failure,
                    remedy: "reinstall Replay, or set REPLAY_DAEMON to the path of the program")
            ]
        }
        guard let version else {
            let remedy = "reinstall Replay, or set REPLAY_DAEMON to the path of the program"
            return [.broken("recorder", found: "\(path) \(failure)", remedy: remedy)]
        }
        guard version == ReplayVersion.name else {
            let found = "\(path) has version \(version), but replay has \(ReplayVersion.name)"
            return [.broken("recorder", found: found, remedy: "reinstall both, or unset REPLAY_DAEMON")]
        }
        return [.ok("recorder", found: "\(path), same version")]
    }
}

extension RecorderCheck {
    /// Finds the recorder program and asks it for its version.
    static func run() -> RecorderCheck {
        let path: String
        do throws(RecorderError) { path = try DaemonProcess.find() } catch {
            return RecorderCheck(failure: error.description)
        }
        do throws(NoVersion) { return RecorderCheck(path: path, version: try version(of: path)) } catch {
            return RecorderCheck(path: path, failure: error.reason)
        }
    }

    /// An error that occurs while a program is asked for its version.
    struct NoVersion: Error {
        /// The end of a sentence that begins with the program.
        let reason: String

        init(_ reason: String) { self.reason = reason }

        init(_ reason: String, error: any Error) {
            self.reason = "\(reason): \(String(cString: strerror(Errno(thrown: error).rawValue)).lowercased())"
        }
    }

    /// The maximum length of a version, in bytes.
    private static let longest = 64
    /// The time limit for the answer, in milliseconds.
    private static let timeout: Int32 = 3_000

    /// Asks a program for its version.
    static func version(of program: String) throws(NoVersion) -> String {
        let pipe: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
        do { pipe = try FileDescriptor.pipe(options: .closeOnExec) } catch {
            throw NoVersion("cannot be asked for its version", error: error)
        }
        let answer = OwnedDescriptor(pipe.readEnd)
        let pid: pid_t
        // At the program's end there must be nobody left who could write.
        do { pid = try pipe.writeEnd.closeAfter { try start(program, output: pipe.writeEnd) } } catch {
            throw NoVersion("cannot be started", error: error)
        }
        defer {
            kill(pid, SIGKILL)
            _ = SystemCall.retrying { waitpid(pid, nil, 0) }
        }
        return try readVersion(from: answer.descriptor)
    }

    private static func readVersion(from answer: FileDescriptor) throws(NoVersion) -> String {
        var readiness = pollfd(fd: answer.rawValue, events: Int16(POLLIN), revents: 0)
        let count = SystemCall.retrying { poll(&readiness, 1, timeout) }
        guard count >= 0 else { throw NoVersion("cannot be waited for", error: Errno(rawValue: errno)) }
        guard count == 1 else { throw NoVersion("does not say its version within \(timeout / 1000) s") }
        let text: [UInt8]
        do {
            text = try [UInt8](unsafeUninitializedCapacity: longest) { buffer, count in
                count = try answer.read(into: UnsafeMutableRawBufferPointer(buffer))
            }
        } catch {
            throw NoVersion("cannot be understood", error: error)
        }
        guard let line = String(decoding: text, as: UTF8.self).split(separator: "\n").first else {
            throw NoVersion("ends without saying its version")
        }
        return String(line)
    }

    /// - Throws: `Errno`.
    private static func start(_ program: String, output: FileDescriptor) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.rawValue, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        let arguments = [strdup(program), strdup("--version")]
        defer { for argument in arguments { free(argument) } }
        var pid = pid_t()
        let result = posix_spawn(&pid, program, &actions, nil, arguments + [nil], environ)
        guard result == 0 else { throw Errno(rawValue: result) }
        return pid
    }
}
