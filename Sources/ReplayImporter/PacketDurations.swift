import FFmpeg

/// Gives every packet of a track the duration that it has: the time to the next. Keeps one packet back.
struct PacketDurations {
    private var held: Packet?

    /// - Returns: the packet before, its duration known now.
    mutating func next(_ packet: Packet) -> Packet? {
        defer { held = packet }
        guard let held, let time = held.dts, let next = packet.dts, next > time else { return held }
        let (duration, isTooLong) = next.subtractingReportingOverflow(time)
        if !isTooLong { held.duration = duration }
        return held
    }

    /// The last packet, with the duration that its file gave it.
    mutating func last() -> Packet? {
        defer { held = nil }
        return held
    }
}
