import Glibc
import Synchronization
package import SystemPackage

/// An open file, folder, socket or other descriptor, which is closed with this object. Who shares the file shares the object.
///
/// Swift may let go of an object once nothing names it any more: who holds a lock by it until the end of a scope writes
/// `defer { withExtendedLifetime(lock) {} }`.
package final class OwnedDescriptor: Sendable {
    package let descriptor: FileDescriptor
    private let isOpen = Atomic(true)

    /// Takes over `descriptor`.
    package init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

    /// Takes over what a C function has returned; nil where that has failed: `errno` says why.
    package convenience init?(_ result: CInt) {
        guard result >= 0 else { return nil }
        self.init(FileDescriptor(rawValue: result))
    }

    deinit { if isOpen.load(ordering: .relaxed) { Glibc.close(descriptor.rawValue) } }

    /// Leaves it to who has taken it over, as some C functions do.
    package func release() { isOpen.store(false, ordering: .relaxed) }

    /// Closes it at once, for a file system over the network may say only then that a write has failed. Nothing may use it
    /// afterwards.
    package func close() throws(Errno) {
        guard isOpen.exchange(false, ordering: .relaxed) else { return }
        // Not again where it was interrupted: on Linux it is closed then.
        guard Glibc.close(descriptor.rawValue) == 0 else { throw Errno(rawValue: errno) }
    }
}
