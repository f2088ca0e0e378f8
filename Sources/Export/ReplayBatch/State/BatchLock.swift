import Descriptors
import Files
import Glibc
import ReplayMovie

/// Says that a batch is being run. The kernel drops the lock however its holder ends.
struct BatchLock: ~Copyable {
    private let file: OwnedDescriptor

    /// - Parameter path: the file's, for errors.
    /// - Returns: nil where another process has it.
    /// - Throws: `FileSystemError` where it cannot be locked, as on a file system without locks.
    init?(_ file: OwnedDescriptor, path: String) throws(FileSystemError) {
        guard SystemCall.retrying({ flock(file.descriptor.rawValue, LOCK_EX | LOCK_NB) }) == 0 else {
            guard errno == EWOULDBLOCK else { throw FileSystemError(operation: "lock", subject: path) }
            return nil
        }
        self.file = file
    }

    /// Unlocks the file, for a child process may have a copy of the descriptor until its `execve`.
    deinit { _ = flock(file.descriptor.rawValue, LOCK_UN) }
}
