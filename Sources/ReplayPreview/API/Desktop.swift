import Glibc
import ReplayErrors
import ReplayLibrary
import Threads

/// The user's desktop, which opens what is not ours.
enum Desktop {
    /// Opens a folder, a file or an address with what the user's desktop has for it.
    /// - Throws: `DesktopError`, `ThreadError`.
    static func open(_ what: String) async throws {
        guard let program = ProgramPath.search("xdg-open") else { throw DesktopError() }
        try await WorkerThread.run("desktop") {
            var process = pid_t()
            var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(what), nil]
            defer { arguments.forEach { free($0) } }
            guard posix_spawn(&process, program, nil, nil, &arguments, environ) == 0 else { throw DesktopError() }
            var status: Int32 = 0
            waitpid(process, &status, 0)
            guard status == 0 else { throw DesktopError() }
        }
    }
}

/// There is no desktop, or it does not know what to do.
struct DesktopError: CategorizedError {
    var category: ErrorCategory { .unavailable }
    var description: String { "the desktop could not be asked to open it; “xdg-open” is missing, or has failed" }
}
