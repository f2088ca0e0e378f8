import Foundation

extension Process {
    /// Runs the child with no signal blocked, and closes the files that it writes to: they are the child's from now on.
    ///
    /// A child inherits the mask of the thread that starts it, and worker threads of Swift's runtime block nearly all: SIGTERM
    /// would never reach it. Foundation keeps a process's file handles open after its end; with some 1350 open descriptors
    /// `Process.run()` reads beyond the listing of `/proc/self/fd` and crashes.
    public func runWithSignalsOpen() throws {
        var (none, mask) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &mask)
        defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
        try run()
        for case let file as FileHandle in [standardOutput, standardError] where file.fileDescriptor > STDERR_FILENO {
            try file.close()
        }
    }
}
