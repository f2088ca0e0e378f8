import ReplayCapture
import ReplaySources
import Synchronization
import SystemPackage

/// A queue of events from other threads. The service polls its descriptor.
package final class EventMailbox: Sendable {
    private let events = Mutex<[RecordingMachine.Event]>([])
    private let waker: CaptureWaker

    init() throws(CaptureError) { waker = try CaptureWaker() }

    /// A descriptor that is readable while the queue has an event.
    var descriptor: FileDescriptor { waker.descriptor }

    package func post(_ event: RecordingMachine.Event) {
        events.withLock { $0.append(event) }
        waker.wake()
    }

    func takeAll() -> [RecordingMachine.Event] {
        _ = waker.consume()
        return events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
