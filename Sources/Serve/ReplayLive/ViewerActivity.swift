import MediaTime
import Synchronization

/// The time of the last request of any viewer.
final class ViewerActivity: Sendable {
    private let last = Mutex<HostTime?>(nil)

    func note() { last.withLock { $0 = .now } }

    /// Returns true if a viewer has asked for something within a time.
    func isRecent(within time: Duration) -> Bool { last.withLock { $0.map { .now - $0 < time } ?? false } }
}
