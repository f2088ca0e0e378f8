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
        let (ends, continuation) = AsyncStream.makeStream(of: Int32.self)
        try WorkerThread.detach(named: "desktop") {
            continuation.yield(run(what))
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

    /// Runs `xdg-open` to its end. Blocking.
    /// - Returns: The exit status of waitpid(2), or -1 if the program cannot be started.
    private static func run(_ what: String) -> Int32 {
        // The caller reports one error for a missing program and for one that fails.
        guard let program = ProgramPath.search("xdg-open"), let process = try? DetachedProcess([program, what]) else {
            return -1
        }
        return process.wait()
    }
}

/// The desktop is missing, or cannot open the file.
struct DesktopError: CategorizedError {
    var category: ErrorCategory { .unavailable }
    var description: String { "the desktop could not open it: “xdg-open” is missing or has failed" }
}
