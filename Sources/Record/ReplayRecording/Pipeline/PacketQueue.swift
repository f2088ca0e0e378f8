import FFmpeg
import MediaTime
import Threads

/// Packets on their way from the encoders to the writer: bounded, so that a slow disk costs frames, not memory.
final class PacketQueue: Sendable {
    private struct State {
        var packets: [Packet] = []
        var bytes = 0
        /// The writer waits for so many.
        var wanted = 1
        var isClosed = false
        /// What was left out of each track for want of room, in its ticks.
        var dropped: [Int: Int64] = [:]
    }

    private let state = ConditionLock(State())

    private let maxBytes: Int

    /// - Parameter maxBytes: when no frame is added any more; audio is until there are twice as many. The default is
    ///   about ten seconds of a busy screen.
    init(maxBytes: Int = 16 << 20) { self.maxBytes = maxBytes }

    /// Whether a frame should be left out rather than encoded, for the writer is behind.
    var isFull: Bool { state.read { $0.bytes >= maxBytes } }

    /// Adds packets. A coded frame that is left out would spoil those after it: they are left out before they are
    /// coded, see `isFull`. Only audio, after many minutes without a disk, comes to be left out here; that is counted.
    /// - Returns: false where they were left out.
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

    /// How much of a track was left out for want of room, in its ticks.
    func dropped(of streamIndex: Int) -> Int64 { state.read { $0.dropped[streamIndex] ?? 0 } }

    /// Says that no more will come.
    func close() { state.update { $0.isClosed = true } }

    /// Waits until `deadline`, or until as many bytes are there or it is closed, and takes all there is.
    /// - Returns: nil once it is closed and empty.
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
