import Glibc
import Synchronization

/// How long to wait for a word of a recorder, which speaks twice a second unless it is stopped or stuck.
final class AnswerPatience: Sendable {
    /// In milliseconds.
    private let limit: Atomic<Int64>

    /// - Parameter milliseconds: nil: for ever, for a recorder that is stopped may be let go on.
    init(milliseconds: Int64?) { limit = Atomic(milliseconds ?? .max) }

    /// From now on something is wanted of the recorder: 15 s, longer than it is patient with a disk itself.
    func end() { limit.store(15_000, ordering: .relaxed) }

    /// Waits for something to be read.
    /// - Returns: false where nothing came for too long.
    func await(_ descriptor: Int32) -> Bool {
        let start = HostTime.now
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&polled, 1, 1000) <= 0 {
            if (HostTime.now - start) / 1_000_000 > limit.load(ordering: .relaxed) { return false }
        }
        return true
    }
}
