import Descriptors
import Files
import Glibc
import ReplayMovie

/// A lock that shows that a batch is running. The kernel releases it however its holder ends.
final class BatchLock: Sendable {
    private let file: OwnedDescriptor

    /// Takes the lock.
    /// - Parameter path: The file's path, for errors.
    /// - Returns: The lock, or nil if another process has it.
    /// - Throws: `FileSystemError` if the file cannot be locked, for example on a file system without locks.
    init?(_ file: OwnedDescriptor, path: String) throws(FileSystemError) {
        guard SystemCall.retrying({ flock(file.descriptor.rawValue, LOCK_EX | LOCK_NB) }) == 0 else {
            guard errno == EWOULDBLOCK else { throw FileSystemError(operation: "lock", subject: path) }
            return nil
        }
        self.file = file
    }

    /// Unlocks the file explicitly, because a child process may have a copy of the descriptor until its `execve`.
    deinit { _ = flock(file.descriptor.rawValue, LOCK_UN) }
}
