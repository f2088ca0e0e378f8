import Glibc

/// Waits until a descriptor can be read.
///
/// - Returns: `false` when the limit has passed, in milliseconds.
func waitUntilReadable(_ descriptor: Int32, milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) > 0
}
