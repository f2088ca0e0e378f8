import FFmpeg
import Threads

/// The gate of a recording that is being made, shared by those who open and close it and those who go through.
package final class SessionControl: Sendable {
    private let gate = ConditionLock<SessionGate?>(nil)

    /// The gate as it is; nil before the recording's first frame.
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

/// What the tracks of a recording share with it: where their packets go, and the gate that they go through.
package struct SessionLink: Sendable {
    let queue: PacketQueue
    package let control = SessionControl()

    package init() { queue = PacketQueue() }

    /// - Parameter maxQueueBytes: see `PacketQueue`.
    init(maxQueueBytes: Int) { queue = PacketQueue(maxBytes: maxQueueBytes) }
}
