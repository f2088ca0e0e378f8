import Foundation

extension Process {
    /// Runs the child with no signal blocked. A child inherits the mask of the thread that starts it, and worker
    /// threads of Swift's runtime block nearly all: SIGTERM would never reach it.
    public func runWithSignalsOpen() throws {
        var (none, mask) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &mask)
        defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
        try run()
    }
}
