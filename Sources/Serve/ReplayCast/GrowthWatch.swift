import CLinux
import Descriptors
package import Files
import Glibc

/// A wait for a file, or for one of the files in a folder, to grow, by inotify(7), that another thread can end.
package final class GrowthWatch: Sendable {
    private let inotify: OwnedDescriptor
    private let signal: OwnedDescriptor

    /// - Throws: `FileSystemError`.
    package init(_ path: String) throws(FileSystemError) {
        guard let inotify = OwnedDescriptor(inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))),
            let signal = OwnedDescriptor(eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))),
            inotify_add_watch(inotify.descriptor.rawValue, path.cPath, UInt32(IN_MODIFY)) >= 0
        else { throw FileSystemError(operation: "watch", subject: path) }
        (self.inotify, self.signal) = (inotify, signal)
    }

    /// Ends the current wait, or else the next one.
    package func wake() { _ = eventfd_write(signal.descriptor.rawValue, 1) }

    /// Waits until the file was written, `wake()` was called, or the time limit passed.
    /// - Returns: False if the time limit passed.
    package func wait(milliseconds: Int32) -> Bool {
        var polled = [inotify, signal].map { pollfd(fd: $0.descriptor.rawValue, events: Int16(POLLIN), revents: 0) }
        guard SystemCall.retrying({ poll(&polled, 2, milliseconds) }) > 0 else { return false }
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            _ = Glibc.read(inotify.descriptor.rawValue, buffer.baseAddress, buffer.count)
        }
        var count: eventfd_t = 0
        _ = eventfd_read(signal.descriptor.rawValue, &count)
        return true
    }
}
