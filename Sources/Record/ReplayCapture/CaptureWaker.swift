import CXCB
import Descriptors
import Glibc
package import ReplaySources
package import SystemPackage

/// Wakes a thread that waits in ``ScreenCapture/wait(until:)``, from any other thread.
package final class CaptureWaker: Sendable {
    /// Readable while a wake-up is due.
    package var descriptor: FileDescriptor { event.descriptor }

    private let event: OwnedDescriptor

    package init() throws(CaptureError) {
        guard let event = OwnedDescriptor(eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))) else {
            throw CaptureError(
                .outOfResources, "no file descriptor is left to wake the capture of the screen")
        }
        self.event = event
    }

    /// Ends the present wait, or the next one if there is none. Several calls before it count as one.
    package func wake() {
        // Fails only if 2^64 wake-ups are due already.
        _ = eventfd_write(descriptor.rawValue, 1)
    }

    /// Whether a wake-up was due; it no longer is.
    package func consume() -> Bool {
        var count: eventfd_t = 0
        return eventfd_read(descriptor.rawValue, &count) == 0
    }
}
