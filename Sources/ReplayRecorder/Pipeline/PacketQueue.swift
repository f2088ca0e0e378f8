import FFmpeg

/// Packets on their way from the encoders to the writer: bounded, so that a slow disk costs frames, not memory.
final class PacketQueue: Sendable {
    private struct State {
        var packets: [Packet] = []
        var bytes = 0
        /// The writer waits for so many.
        var wanted = 1
        var isClosed = false
    }

    private let state = Monitor(State())

    /// About ten seconds of a busy screen.
    private static let byteLimit = 16 << 20

    /// Whether a picture should be left out rather than encoded, for the writer is behind.
    var isFull: Bool { state.read { $0.bytes >= Self.byteLimit } }

    /// Adds packets. A coded picture that is left out would spoil those after it: they are left out before they are
    /// coded, see `isFull`. Only sound, after many minutes without a disk, comes to be left out here.
    func append(_ packets: [Packet]) {
        guard !packets.isEmpty else { return }
        let isDue = state.change { state in
            guard !state.isClosed, state.bytes < 2 * Self.byteLimit else { return false }
            state.packets += packets
            state.bytes += packets.reduce(0) { $0 + $1.size }
            return state.bytes >= state.wanted
        }
        if isDue { state.update { _ in } }
    }

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
