import Descriptors
package import Files
import Glibc

/// Brings a movie that is being written to the disk. A sync may stall for seconds: call it on a thread of its own.
package final class MovieSyncer: Sendable {
    private let file: OwnedDescriptor
    private let path: String
    private let companion: MovieSyncer?

    /// - Parameter companion: it is synced as well; whether that succeeds is its own affair.
    init(_ file: OwnedDescriptor, path: String, companion: MovieSyncer? = nil) {
        self.file = file
        self.path = path
        self.companion = companion
    }

    /// Syncs `companion` whenever this is synced.
    func joined(by companion: MovieSyncer) -> MovieSyncer {
        MovieSyncer(file, path: path, companion: companion)
    }

    package func sync() throws(FileSystemError) {
        guard SystemCall.retrying({ fdatasync(file.descriptor.rawValue) }) == 0 else {
            throw FileSystemError(operation: "sync", subject: path)
        }
        // A proxy that is not on the disk is damaged at worst, and the movie is there.
        try? companion?.sync()
    }
}
