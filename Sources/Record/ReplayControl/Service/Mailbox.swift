import CLinux
import Descriptors
package import Files
import Synchronization
package import SystemPackage

/// A queue of events from other threads. Its reader polls its descriptor together with others.
package final class Mailbox<Event: Sendable>: Sendable {
    private let events = Mutex<[Event]>([])
    private let signal: OwnedDescriptor

    /// - Throws: `FileSystemError` if no descriptor is left.
    package init() throws(FileSystemError) {
        guard let signal = OwnedDescriptor(eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))) else {
            throw FileSystemError(operation: "create", subject: "a queue of events")
        }
        self.signal = signal
    }

    /// A descriptor that is readable while the queue has an event.
    package var descriptor: FileDescriptor { signal.descriptor }

    package func post(_ event: Event) {
        events.withLock { $0.append(event) }
        // The write fails only if the counter is full, after 2^64 - 2 events.
        _ = eventfd_write(descriptor.rawValue, 1)
    }

    package func takeAll() -> [Event] {
        var count: eventfd_t = 0
        _ = eventfd_read(descriptor.rawValue, &count)
        return events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
