import FFmpeg
import Threads

/// The gate of a recording in progress, shared by the code that changes it and the tracks that obey it.
package final class SessionControl: Sendable {
    private let gate = ConditionLock<SessionGate?>(nil)

    /// The current gate, or nil before the recording's first frame.
    package var current: SessionGate? { gate.read { $0 } }

    package func begin(with clock: SessionClock, end: Int64? = nil) {
        gate.update { $0 = SessionGate(clock, end: end) }
    }

    /// Changes the gate, if the recording has begun.
    package func update(_ body: (inout SessionGate) -> Void) {
        gate.update { gate in
            guard var open = gate else { return }
            body(&open)
            gate = open
        }
    }
}

/// The objects that a recording shares with its tracks: the queue of their packets and the gate.
package struct SessionLink: Sendable {
    let queue: PacketQueue
    package let control = SessionControl()

    package init() { queue = PacketQueue() }

    /// - Parameter maxQueueBytes: The limit of the queue, as in `PacketQueue`.
    init(maxQueueBytes: Int) { queue = PacketQueue(maxBytes: maxQueueBytes) }
}
