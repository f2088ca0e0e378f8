import CLinux
import Descriptors
import Glibc
import SystemPackage

/// A counter of events from any thread (eventfd(2)).
struct EventCounter: Sendable {
    /// The file descriptor, which is readable if an event was counted since the last `reset()`.
    var descriptor: FileDescriptor { owned.descriptor }
    private let owned: OwnedDescriptor

    /// Creates a counter. Nil if the system has no file descriptor left.
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
