import FFmpeg
import MediaTime

/// Counts the packets of frames in place of writing them.
final class PacketCount: VideoOutput {
    /// Bytes that a file has of a packet beside its data: in MP4 its entries in `stsz`, `stts`, `stco` and the like.
    static let overhead: Int64 = 14

    /// Of all packets, in bytes.
    private(set) var bytes: Int64 = 0
    private(set) var packets = 0
    /// Of those that begin a stretch, but for the first: in a file that is no sample, a frame like all others is there.
    private(set) var seamBytes: Int64 = 0
    private(set) var seams = 0
    /// Of the first packet.
    private(set) var firstBytes: Int64 = 0

    private var starts: ArraySlice<Int64>
    private let isCancelled: () -> Bool

    /// - Parameter starts: where stretches begin that do not follow one another in the recording, in ticks of the output.
    init(starts: [Int64] = [], isCancelled: @escaping () -> Bool) {
        self.starts = starts[...]
        self.isCancelled = isCancelled
    }

    func begin(_: CodecParameters) {}

    func write(_ packet: Packet) throws {
        try checkCancellation()
        let size = Int64(packet.size) + Self.overhead
        bytes += size
        packets += 1
        if packets == 1 { firstBytes = size }
        guard let start = starts.first, packet.pts ?? 0 >= start else { return }
        starts.removeFirst()
        guard packets > 1 else { return }
        seamBytes += size
        seams += 1
    }

    func finish() {}

    func checkCancellation() throws { if isCancelled() { throw ExportError.cancelled } }
}
