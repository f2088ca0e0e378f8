import CLinux
import Descriptors
import Glibc
import SystemPackage

/// Counts what has come, from any thread (eventfd(2)).
struct EventCounter: Sendable {
    /// Readable while something was counted since the last `reset()`.
    var descriptor: FileDescriptor { owned.descriptor }
    private let owned: OwnedDescriptor

    /// - Returns: nil where the system gives no descriptor.
    init?() {
        guard let owned = OwnedDescriptor(eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))) else { return nil }
        self.owned = owned
    }

    func increment() { _ = eventfd_write(descriptor.rawValue, 1) }

    func reset() {
        var count: eventfd_t = 0
        _ = eventfd_read(descriptor.rawValue, &count)
    }
}
