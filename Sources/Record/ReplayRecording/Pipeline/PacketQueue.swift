import FFmpeg
import MediaTime
import Threads

/// A queue of packets between the encoders and the writer. It is bounded, so that a slow disk costs frames and not
/// memory.
final class PacketQueue: Sendable {
    private struct State {
        var packets: [Packet] = []
        var bytes = 0
        /// The number of bytes that the writer waits for.
        var wanted = 1
        var isClosed = false
        /// The duration of the packets of each track that were dropped because the queue was full, in ticks.
        var dropped: [Int: Int64] = [:]
    }

    private let state = ConditionLock(State())

    private let maxBytes: Int

    /// - Parameter maxBytes: The size above which frames are no longer encoded. Audio is accepted up to twice that
    ///   size. The default is about ten seconds of a busy screen.
    init(maxBytes: Int = 16 << 20) { self.maxBytes = maxBytes }

    /// True if frames should be dropped before encoding, because the writer is behind.
    var isFull: Bool { state.read { $0.bytes >= maxBytes } }

    /// Appends packets. A dropped packet would damage the frames after it, so that frames are dropped before encoding
    /// (see `isFull`). Only audio is dropped here, after many minutes without a disk. That is counted.
    /// - Returns: False if the packets were dropped.
    @discardableResult
    func append(_ packets: [Packet]) -> Bool {
        guard !packets.isEmpty else { return true }
        let (isTaken, isDue) = state.change { state in
            guard !state.isClosed, state.bytes < 2 * maxBytes else {
                for packet in packets where !state.isClosed {
                    state.dropped[packet.streamIndex, default: 0] += packet.duration
                }
                return (false, false)
            }
            state.packets += packets
            state.bytes += packets.reduce(0) { $0 + $1.size }
            return (true, state.bytes >= state.wanted)
        }
        if isDue { state.update { _ in } }
        return isTaken
    }

    /// Returns the duration of a track's dropped packets, in ticks.
    func dropped(of streamIndex: Int) -> Int64 { state.read { $0.dropped[streamIndex] ?? 0 } }

    /// Closes the queue. No packet is accepted afterwards.
    func close() { state.update { $0.isClosed = true } }

    /// Waits until `deadline`, until `wanted` bytes are queued, or until the queue is closed. Then removes all packets.
    /// - Returns: Nil if the queue is closed and empty.
    func takeAll(until deadline: HostTime, orBytes wanted: Int = 1) -> [Packet]? {
        _ = state.wait(until: deadline) { state in
            state.wanted = wanted
            return state.bytes >= wanted || state.isClosed ? true : nil
        }
        return state.update { state in
            guard !state.packets.isEmpty || !state.isClosed else { return nil }
            defer { (state.packets, state.bytes) = ([], 0) }
            return state.packets
        }
    }
}
