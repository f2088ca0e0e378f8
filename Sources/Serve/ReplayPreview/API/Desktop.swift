import Files
import ReplayErrors
import Threads

/// The user's desktop, which opens what is not ours.
enum Desktop {
    /// Opens a folder, a file or an address with what the user's desktop has for it.
    ///
    /// It is not waited for once it has run a while: it may have become a browser.
    /// - Throws: `DesktopError`, `ThreadError`.
    static func open(_ what: String) async throws {
        guard let program = ProgramPath.search("xdg-open") else { throw DesktopError() }
        guard let process = try? DetachedProcess([program, what]) else { throw DesktopError() }
        let (ends, continuation) = AsyncStream.makeStream(of: Int32.self)
        try WorkerThread.detach("desktop") {
            continuation.yield(process.wait())
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
}

/// There is no desktop, or it does not know what to do.
struct DesktopError: CategorizedError {
    var category: ErrorCategory { .unavailable }
    var description: String { "the desktop could not be asked to open it; “xdg-open” is missing, or has failed" }
}
