import ReplayCapture
import ReplaySources
import Synchronization
import SystemPackage

/// Where threads leave events for the service, which polls the descriptor.
package final class EventMailbox: Sendable {
    private let events = Mutex<[RecordingMachine.Event]>([])
    private let waker: CaptureWaker

    init() throws(CaptureError) { waker = try CaptureWaker() }

    /// Readable while there is an event.
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
