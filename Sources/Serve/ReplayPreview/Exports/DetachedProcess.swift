import Descriptors
import Files
import Glibc

/// A program in a session of its own, with signals as a login has them. It outlives this process.
struct DetachedProcess: Sendable {
    /// The number of the process.
    let id: pid_t

    /// Flags of `posix_spawn`, which Swift's Glibc module leaves out.
    private static let (setDefaults, setMask, newSession): (Int32, Int32, Int32) = (0x04, 0x08, 0x80)

    /// Starts a program. Its standard input is empty.
    /// - Parameters:
    ///   - command: The program's path and its arguments.
    ///   - variables: The environment variables to set, beside those of this process.
    ///   - output: The file for its standard output, or nil to drop it.
    ///   - errors: The file for its standard error, or nil to drop it.
    init(
        _ command: [String], variables: [String: String] = [:], output: OwnedDescriptor? = nil,
        errors: OwnedDescriptor? = nil
    ) throws(FileSystemError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        for (file, stream) in [(output, STDOUT_FILENO), (errors, STDERR_FILENO)] {
            if let file {
                posix_spawn_file_actions_adddup2(&actions, file.descriptor.rawValue, stream)
            } else {
                posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
            }
        }
        var attributes = Self.attributes()
        defer { posix_spawnattr_destroy(&attributes) }
        let (arguments, environment) = (CStrings(command), CStrings(Self.environment(with: variables)))
        var process = pid_t()
        let result = posix_spawn(
            &process, command[0], &actions, &attributes, arguments.pointers, environment.pointers)
        withExtendedLifetime((arguments, environment, output, errors)) {}
        guard result == 0 else { throw FileSystemError(result, operation: "run", subject: command[0]) }
        id = process
    }

    /// Waits until the process has ended, and blocks.
    /// - Returns: The exit status of waitpid(2).
    func wait() -> Int32 {
        var status: Int32 = 0
        _ = SystemCall.retrying { waitpid(id, &status, 0) }
        return status
    }

    /// The status of the process if it has ended, or nil if it runs.
    func endStatus() -> Int32? {
        var status: Int32 = 0
        return SystemCall.retrying { waitpid(id, &status, WNOHANG) } == 0 ? nil : status
    }

    private static func attributes() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(setDefaults | setMask | newSession))
        return attributes
    }

    private static func environment(with variables: [String: String]) -> [String] {
        var lines: [String] = []
        var place = environ
        while let text = place.pointee {
            let line = String(cString: text)
            if !variables.keys.contains(where: { line.hasPrefix($0 + "=") }) { lines.append(line) }
            place += 1
        }
        return lines + variables.map { "\($0.key)=\($0.value)" }
    }

    /// Copies of texts as C has them, up to a null pointer.
    private final class CStrings {
        let pointers: [UnsafeMutablePointer<CChar>?]

        init(_ texts: [String]) { pointers = texts.map { strdup($0) } + [nil] }

        deinit { for pointer in pointers { free(pointer) } }
    }
}
