import Glibc

/// Says that a batch is being run. The kernel drops the lock however its holder ends.
struct BatchLock: ~Copyable {
    private let descriptor: Int32

    /// - Parameter descriptor: closed with the lock.
    /// - Returns: nil where another process has it.
    init?(descriptor: Int32) {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
