import Glibc
import ReplayLibrary
import ReplayMovie

/// Says that a batch is being run. The kernel drops the lock however its holder ends.
struct BatchLock: ~Copyable {
    private let descriptor: Int32

    /// - Parameters:
    ///   - descriptor: closed with the lock.
    ///   - path: the file's, for errors.
    /// - Returns: nil where another process has it.
    /// - Throws: `FileSystemError` where it cannot be locked, as on a file system without locks.
    init?(descriptor: Int32, path: String) throws(FileSystemError) {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            let error = FileSystemError(operation: "lock", subject: path)
            close(descriptor)
            guard error.code == EWOULDBLOCK else { throw error }
            return nil
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
