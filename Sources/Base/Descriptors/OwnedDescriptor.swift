import Glibc
import Synchronization
package import SystemPackage

/// An open file descriptor (file, folder, socket, …) that is closed when this object is freed. To share the file, share
/// the object.
///
/// Swift may free an object after its last use. To hold a lock with this object until the end of a scope, write
/// `defer { withExtendedLifetime(lock) {} }`.
package final class OwnedDescriptor: Sendable {
    package let descriptor: FileDescriptor
    private let isOpen = Atomic(true)

    /// Takes ownership of `descriptor`.
    package init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

    /// Takes ownership of the descriptor that a C function returned. Nil if that function failed (`errno` has the reason).
    package convenience init?(_ result: CInt) {
        guard result >= 0 else { return nil }
        self.init(FileDescriptor(rawValue: result))
    }

    deinit { if isOpen.load(ordering: .relaxed) { Glibc.close(descriptor.rawValue) } }

    /// Gives up ownership without closing, for C functions that take over the descriptor.
    package func release() { isOpen.store(false, ordering: .relaxed) }

    /// Closes the descriptor at once and reports the error: a network file system may report a failed write only on
    /// close. The descriptor must not be used afterwards.
    package func close() throws(Errno) {
        guard isOpen.exchange(false, ordering: .relaxed) else { return }
        // Not retried after EINTR: Linux has closed the descriptor by then.
        guard Glibc.close(descriptor.rawValue) == 0 else { throw Errno(rawValue: errno) }
    }
}
