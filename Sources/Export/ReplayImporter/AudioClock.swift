import FFmpeg
import MediaTime

/// Counts the samples of audio that is copied from a file with other ticks, such as the milliseconds of Matroska. Rounded one by
/// one, packets would overlap by a few samples, or leave holes: so each begins where the one before it ends, as far as the file
/// can tell. A pure value.
struct AudioClock {
    /// That of a sample.
    let timeBase: Rational
    private let fileTimeBase: Rational
    /// Samples in a packet.
    private let packetSize: Int64
    /// By how many samples the file's times may be off.
    private let tolerance: Int64
    private var next: Int64?

    /// - Returns: nil where the file counts samples, or it is not known how many a packet has.
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

    /// Gives a packet its time in samples.
    /// - Returns: false if most of it is heard already, as where streams were joined that overlap.
    mutating func place(_ packet: inout Packet) -> Bool {
        guard let time = (packet.pts ?? packet.dts).flatMap(samples) else { return true }
        if let next, next - time > max(tolerance, packetSize / 2) { return false }
        let start = next.flatMap { time - $0 <= tolerance ? $0 : nil } ?? time
        next = start + packetSize
        (packet.pts, packet.dts) = (start, start)
        // The last one may have fewer.
        let told = samples(packet.duration) ?? 0
        packet.duration = told > 0 && told < packetSize - tolerance ? told : packetSize
        return true
    }

    private func samples(_ ticks: Int64) -> Int64? {
        MediaTime(ticks: ticks, in: fileTimeBase)?.ticks(in: timeBase, rounding: .nearest)
    }
}
