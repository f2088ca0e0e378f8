package import MediaTime
import Synchronization

/// A timer for the current call of one thread, readable from any thread. It shows how long the call has not returned.
package final class StallWatch: Sendable {
    /// The start of the current call, in nanoseconds of the host's clock, or 0 if there is none.
    private let since = Atomic<Int64>(0)

    package init() {}

    package func watch<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        since.store(HostTime.now.nanoseconds, ordering: .relaxed)
        defer { since.store(0, ordering: .relaxed) }
        return try body()
    }

    /// Returns the duration of the current call, or zero if there is none.
    package func length(at time: HostTime) -> Duration {
        let since = since.load(ordering: .relaxed)
        return since == 0 ? .zero : max(.zero, time - HostTime(nanoseconds: since))
    }
}
