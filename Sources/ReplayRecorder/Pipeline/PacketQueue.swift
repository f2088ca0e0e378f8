import FFmpeg

/// Packets on their way from the encoders to the writer: bounded, so that a slow disk costs frames, not memory.
final class PacketQueue: Sendable {
    private struct State {
        var packets: [Packet] = []
        var bytes = 0
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
        state.update { state in
            guard !state.isClosed, state.bytes < 2 * Self.byteLimit else { return }
            state.packets += packets
            state.bytes += packets.reduce(0) { $0 + $1.size }
        }
    }

    /// Says that no more will come.
    func close() { state.update { $0.isClosed = true } }

    /// Takes all there is, waiting for something until `deadline`.
    /// - Returns: nil once it is closed and empty.
    func takeAll(until deadline: HostTime) -> [Packet]? {
        let taken = state.wait(until: deadline) { state -> [Packet]?? in
            guard !state.packets.isEmpty else { return state.isClosed ? .some(nil) : nil }
            defer { (state.packets, state.bytes) = ([], 0) }
            return state.packets
        }
        return taken ?? []
    }
}
