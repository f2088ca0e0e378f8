import Glibc

/// Brings a movie that is being written to the disk. A sync may stall for seconds: call it on a thread of its own.
package final class MovieSyncer: Sendable {
    private let descriptor: Int32
    private let path: String

    init(sharing descriptor: Int32, path: String) throws(FileSystemError) {
        self.path = path
        self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard self.descriptor >= 0 else { throw FileSystemError(operation: "open", subject: path) }
    }

    deinit { close(descriptor) }

    package func sync() throws(FileSystemError) {
        guard fdatasync(descriptor) == 0 else { throw FileSystemError(operation: "sync", subject: path) }
    }
}
