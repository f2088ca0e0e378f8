import CXCB
import Glibc
package import ReplaySources

/// Wakes a thread that waits in ``ScreenCapture/wait(until:)``, from any other thread.
package final class CaptureWaker: Sendable {
    /// Readable while a wake-up is due.
    package let descriptor: Int32

    package init() throws(CaptureError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else {
            throw CaptureError(
                .outOfResources, "no file descriptor is left to wake the capture of the screen")
        }
    }

    deinit {
        close(descriptor)
    }

    /// Ends the present wait, or the next one if there is none. Several calls before it count as one.
    package func wake() {
        // Fails only if 2^64 wake-ups are due already.
        _ = eventfd_write(descriptor, 1)
    }

    /// Whether a wake-up was due; it no longer is.
    package func consume() -> Bool {
        var count: eventfd_t = 0
        return eventfd_read(descriptor, &count) == 0
    }
}
