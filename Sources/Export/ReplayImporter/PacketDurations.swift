import FFmpeg
import MediaTime

/// Gives every packet of a track the duration that it has: the time to the next. Keeps one packet back.
struct PacketDurations {
    private var held: Packet?
    /// That of the last packet, where nobody says, in ticks.
    private var usual: Int64

    /// - Parameters:
    ///   - stream: for how long its last packet lasts, where its file does not say.
    ///   - timeBase: of the packets.
    init(_ stream: StreamInfo, timeBase: Rational) {
        usual = stream.kind == .video ? Self.frameTicks(of: stream, timeBase) : 0
    }

    /// Where a movie does not even tell its rate: 1/25 s.
    private static let standard = MediaTime(value: 1, timescale: 25)

    /// How long a frame of the stream mostly is, in ticks of `timeBase`; at least 1.
    static func frameTicks(of stream: StreamInfo, _ timeBase: Rational) -> Int64 {
        let length = stream.frameInterval.flatMap { MediaTime(ticks: 1, in: $0) } ?? standard
        return max(1, length.ticks(in: timeBase, rounding: .nearest) ?? 1)
    }

    /// - Returns: the packet before, its duration known now.
    mutating func next(_ packet: Packet) -> Packet? {
        defer { held = packet }
        guard var held, let time = held.dts, let next = packet.dts, next > time else { return held }
        let (duration, isTooLong) = next.subtractingReportingOverflow(time)
        if !isTooLong { held.duration = duration }
        return held
    }

    /// The last packet, with the duration that its file gave it, or its stream's usual one.
    mutating func last() -> Packet? {
        defer { held = nil }
        guard var held, held.duration <= 0 else { return held }
        held.duration = usual
        return held
    }
}
