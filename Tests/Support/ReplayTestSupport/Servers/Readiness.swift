import Descriptors
import Glibc
import SystemPackage

/// Waits until a descriptor can be read.
///
/// - Returns: False if the limit, in milliseconds, has passed.
func waitUntilReadable(_ descriptor: FileDescriptor, milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    return SystemCall.retrying { poll(&entry, 1, milliseconds) } > 0
}
