import Descriptors
import Files
import Glibc
import ReplayErrors
import Threads

/// The user's desktop, which opens folders, files and addresses in other programs.
enum Desktop {
    /// Opens a folder, a file or an address with the desktop's default program.
    ///
    /// Waits at most five seconds for `xdg-open`, because that process may become the browser.
    /// - Throws: `DesktopError`, `ThreadError`.
    static func open(_ what: String) async throws {
        guard let program = ProgramPath.search("xdg-open") else { throw DesktopError() }
        let process = try spawn([program, what])
        let (ends, continuation) = AsyncStream.makeStream(of: Int32.self)
        try WorkerThread.detach("desktop") {
            var status: Int32 = 0
            _ = SystemCall.retrying { waitpid(process, &status, 0) }
            continuation.yield(status)
            continuation.finish()
        }
        let limit = Task {
            try await Task.sleep(for: timeout)
            continuation.finish()
        }
        defer { limit.cancel() }
        for await status in ends where status != 0 { throw DesktopError() }
    }

    private static let timeout = Duration.seconds(5)

    /// Starts a program in a session of its own, without input and output, and with default signal handling.
    /// - Throws: `DesktopError`.
    private static func spawn(_ command: [String]) throws(DesktopError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        for stream in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(setDefaults | setMask | newSession))
        let arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        guard posix_spawn(&process, command[0], &actions, &attributes, arguments, environ) == 0 else {
            throw DesktopError()
        }
        return process
    }

    /// The flags of `posix_spawn`, which Swift's Glibc module does not export.
    private static let (setDefaults, setMask, newSession): (Int32, Int32, Int32) = (0x04, 0x08, 0x80)
}

/// The desktop is missing, or cannot open the file.
struct DesktopError: CategorizedError {
    var category: ErrorCategory { .unavailable }
    var description: String { "the desktop could not open it: “xdg-open” is missing or has failed" }
}
