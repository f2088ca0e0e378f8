import CXCB
import Descriptors
import Glibc
package import ReplaySources
package import SystemPackage

/// A signal that wakes a thread that waits in ``ScreenCapture/wait(until:)``. It can be sent from any thread.
package final class CaptureWaker: Sendable {
    /// The file descriptor of the event, which is readable while a wake-up is pending.
    package var descriptor: FileDescriptor { event.descriptor }

    private let event: OwnedDescriptor

    package init() throws(CaptureError) {
        guard let event = OwnedDescriptor(eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))) else {
            throw CaptureError(
                .outOfResources, reason: "no file descriptor is left to wake the capture of the screen")
        }
        self.event = event
    }

    /// Ends the current wait, or else the next one. Several calls before a wait count as one.
    package func wake() {
        // The write fails only if the counter is full, after 2^64 - 2 pending wake-ups.
        _ = eventfd_write(descriptor.rawValue, 1)
    }

    /// Clears a pending wake-up. Returns true if there was one.
    package func consume() -> Bool {
        var count: eventfd_t = 0
        return eventfd_read(descriptor.rawValue, &count) == 0
    }
}
