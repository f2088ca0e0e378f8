import FFmpeg
import MediaTime

/// A filter that sets the duration of every packet of a track to the time until the next packet. It holds one packet
/// back.
struct PacketDurations {
    private var held: Packet?
    /// The duration of the last packet, if the file has none, in ticks.
    private var usual: Int64

    /// - Parameters:
    ///   - stream: The stream, from which the usual frame duration is taken.
    ///   - timeBase: The time base of the packets.
    init(_ stream: StreamInfo, timeBase: Rational) {
        usual = stream.kind == .video ? Self.frameTicks(of: stream, timeBase) : 0
    }

    /// The frame duration if a movie has no frame rate: 1/25 s.
    private static let standard = MediaTime(value: 1, timescale: 25)

    /// Returns the usual frame duration of the stream, in ticks of `timeBase`, at least 1.
    static func frameTicks(of stream: StreamInfo, _ timeBase: Rational) -> Int64 {
        let length = stream.frameInterval.flatMap { MediaTime(ticks: 1, in: $0) } ?? standard
        return max(1, length.ticks(in: timeBase, rounding: .nearest) ?? 1)
    }

    /// Takes the next packet.
    /// - Returns: The previous packet with its duration, or nil for the first call.
    mutating func next(_ packet: Packet) -> Packet? {
        defer { held = packet }
        guard var held, let time = held.dts, let next = packet.dts, next > time else { return held }
        let (duration, isTooLong) = next.subtractingReportingOverflow(time)
        if !isTooLong { held.duration = duration }
        return held
    }

    /// Returns the last packet, with the duration from its file or the stream's usual duration.
    mutating func last() -> Packet? {
        defer { held = nil }
        guard var held, held.duration <= 0 else { return held }
        held.duration = usual
        return held
    }
}
