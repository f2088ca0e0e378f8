import Descriptors
package import Files
import Glibc

/// Syncs a movie that is being written to the disk. A sync may take seconds: call it on a thread of its own.
package final class MovieSyncer: Sendable {
    private let file: OwnedDescriptor
    private let path: String
    private let companion: MovieSyncer?

    /// Creates a syncer.
    /// - Parameter companion: Another syncer to call after each sync. Its errors are ignored.
    init(_ file: OwnedDescriptor, path: String, companion: MovieSyncer? = nil) {
        self.file = file
        self.path = path
        self.companion = companion
    }

    /// Returns a syncer that also syncs `companion`.
    func joined(by companion: MovieSyncer) -> MovieSyncer {
        MovieSyncer(file, path: path, companion: companion)
    }

    package func sync() throws(FileSystemError) {
        guard SystemCall.retrying({ fdatasync(file.descriptor.rawValue) }) == 0 else {
            throw FileSystemError(operation: "sync", subject: path)
        }
        // Errors are ignored: in the worst case the proxy is damaged, but the movie exists.
        try? companion?.sync()
    }
}
