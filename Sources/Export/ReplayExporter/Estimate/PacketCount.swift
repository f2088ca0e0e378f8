import FFmpeg
import MediaTime
import ReplayRendering

/// A video output that counts packets instead of writing them.
final class PacketCount: VideoOutput {
    /// The number of bytes per packet in the file besides its data: in MP4, the entries in `stsz`, `stts`, `stco` and
    /// similar boxes.
    static let overhead: Int64 = 14

    /// The size of all packets, in bytes.
    private(set) var bytes: Int64 = 0
    private(set) var packets = 0
    /// The size of the packets that begin a piece, except the first. In the whole output, such frames would be like all
    /// others.
    private(set) var seamBytes: Int64 = 0
    private(set) var seams = 0
    /// The size of the first packet, in bytes.
    private(set) var firstBytes: Int64 = 0

    private var starts: ArraySlice<Int64>
    private let isCancelled: () -> Bool

    /// - Parameter starts: The start times of pieces that are not adjacent in the recording, in ticks of the output.
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
