import Replay
import ReplayCommandLine
import Synchronization

/// Tells a batch how far its job is, four times a second at most: more would cost the batch more than it is worth.
final class SparseProgress: Sendable {
    private static let pace = Duration.milliseconds(250)

    private let last = Mutex<ContinuousClock.Instant?>(nil)

    func tell(_ done: MediaTime, _ total: MediaTime) {
        let now = ContinuousClock.now
        let isDue = last.withLock { last in
            if let last, now - last < Self.pace { return false }
            last = now
            return true
        }
        if isDue { Output.progressLine(TaskProgress(done: done, total: total)) }
    }
}
