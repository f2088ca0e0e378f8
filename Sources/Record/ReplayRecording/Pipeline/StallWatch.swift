package import MediaTime
import Synchronization

/// Knows for how long a call that is under way has not returned. For the calls of one thread, asked from any.
package final class StallWatch: Sendable {
    /// When it began, in the host's nanoseconds; 0: none is under way.
    private let since = Atomic<Int64>(0)

    package init() {}

    package func watch<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        since.store(HostTime.now.nanoseconds, ordering: .relaxed)
        defer { since.store(0, ordering: .relaxed) }
        return try body()
    }

    /// Zero where none is under way.
    package func length(at time: HostTime) -> Duration {
        let since = since.load(ordering: .relaxed)
        return since == 0 ? .zero : max(.zero, time - HostTime(nanoseconds: since))
    }
}
