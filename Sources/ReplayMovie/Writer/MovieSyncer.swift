import Glibc
package import ReplayLibrary

/// Brings a movie that is being written to the disk. A sync may stall for seconds: call it on a thread of its own.
package final class MovieSyncer: Sendable {
    private let descriptor: Int32
    private let path: String
    private let companion: MovieSyncer?

    /// - Parameter companion: it is synced as well; whether that succeeds is its own affair.
    init(
        sharing descriptor: Int32, path: String, companion: MovieSyncer? = nil
    ) throws(FileSystemError) {
        self.path = path
        self.companion = companion
        self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard self.descriptor >= 0 else { throw FileSystemError(operation: "open", subject: path) }
    }

    deinit { close(descriptor) }

    /// Syncs `companion` whenever this is synced.
    func joined(by companion: MovieSyncer) throws(FileSystemError) -> MovieSyncer {
        try MovieSyncer(sharing: descriptor, path: path, companion: companion)
    }

    package func sync() throws(FileSystemError) {
        guard SystemCall.retrying({ fdatasync(descriptor) }) == 0 else {
            throw FileSystemError(operation: "sync", subject: path)
        }
        // A proxy that is not on the disk is damaged at worst, and the movie is there.
        try? companion?.sync()
    }
}
