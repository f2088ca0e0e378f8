import FFmpeg
import MediaTime

/// A clock in samples for audio that is copied from a file with other ticks, such as the milliseconds of Matroska. If
/// each packet were rounded alone, packets would overlap by a few samples or leave gaps. Therefore each packet begins
/// at the end of the previous one, within the precision of the file's times. A pure value.
struct AudioClock {
    /// The time base of one sample.
    let timeBase: Rational
    private let fileTimeBase: Rational
    /// The number of samples in a packet.
    private let packetSize: Int64
    /// The maximum error of the file's times, in samples.
    private let tolerance: Int64
    private var next: Int64?

    /// - Returns: Nil if the file's ticks are samples already, or the number of samples in a packet is unknown.
    init?(_ stream: StreamInfo) {
        let (rate, size) = (stream.parameters.sampleRate, stream.parameters.frameSize)
        guard stream.kind == .audio, rate > 0, size > 0 else { return nil }
        let timeBase = Rational.oneOver(Int32(clamping: rate))
        guard stream.timeBase != timeBase, let tick = MediaTime(ticks: 1, in: stream.timeBase) else { return nil }
        self.timeBase = timeBase
        fileTimeBase = stream.timeBase
        packetSize = Int64(size)
        // Files round up, down or to the nearest tick.
        tolerance = (tick.ticks(in: timeBase, rounding: .up) ?? 0) + 1
    }

    /// Sets the times of a packet, in samples.
    /// - Returns: False if most of the packet overlaps earlier packets, for example after a join of overlapping
    ///   streams.
    mutating func place(_ packet: inout Packet) -> Bool {
        guard let time = (packet.pts ?? packet.dts).flatMap(samples) else { return true }
        if let next, next - time > max(tolerance, packetSize / 2) { return false }
        let start = next.flatMap { time - $0 <= tolerance ? $0 : nil } ?? time
        next = start + packetSize
        (packet.pts, packet.dts) = (start, start)
        // The last packet may have fewer samples.
        let told = samples(packet.duration) ?? 0
        packet.duration = told > 0 && told < packetSize - tolerance ? told : packetSize
        return true
    }

    private func samples(_ ticks: Int64) -> Int64? {
        MediaTime(ticks: ticks, in: fileTimeBase)?.ticks(in: timeBase, rounding: .nearest)
    }
}
