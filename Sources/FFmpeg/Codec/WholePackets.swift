/// The packets of a stream, none of them broken: one that is gives way to the one before it.
package struct WholePackets {
    private var latest: Packet?

    package init() {}

    /// The packet itself where it is whole, else the one before it, at its time.
    /// - Throws: where there is none before it.
    package mutating func next(_ packet: Packet, isWhole: Bool) throws(FFmpegError) -> Packet {
        if isWhole {
            latest = packet
            return packet
        }
        guard var copy = latest else { throw FFmpegError(.invalidData, operation: "encode", subject: "audio") }
        (copy.pts, copy.dts, copy.duration) = (packet.pts, packet.dts, packet.duration)
        return copy
    }
}
