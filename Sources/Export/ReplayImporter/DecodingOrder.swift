import FFmpeg

/// The decoding times that a container accepts: each is later than the one before, and none is later than the frame's
/// presentation time.
///
/// Some movies have other decoding times, although players show them, because players use presentation times. Examples
/// are reordered frames from phones, and a hidden frame with the time of the next frame. A pure value.
struct DecodingOrder {
    /// An error that occurs if a movie's decoding times are wrong.
    struct NonMonotonicTimes: Error {}

    /// The duration by which all decoding times are moved to earlier times, in ticks.
    private let lead: Int64
    private var times = Times()

    /// - Parameter lead: The lead that `Survey` found, or 0 to keep the times unchanged.
    init(lead: Int64 = 0) { self.lead = lead }

    /// Sets the decoding time of a packet.
    /// - Throws: `NonMonotonicTimes` if the times must stay unchanged but are not valid.
    mutating func put(_ packet: inout Packet) throws(NonMonotonicTimes) {
        guard let (time, isChanged) = times.take(packet) else { return }
        guard lead > 0 || !isChanged else { throw NonMonotonicTimes() }
        packet.dts = time - lead
    }
}

extension DecodingOrder {
    /// A survey that finds the duration by which decoding times must be moved.
    struct Survey {
        private var times = Times()
        /// The lead, in ticks.
        private(set) var lead: Int64 = 1

        /// Adds the next packet of the stream.
        mutating func take(_ packet: Packet) {
            guard let (time, _) = times.take(packet) else { return }
            // Times from a file can be too far apart to subtract. No movie can be moved by so much.
            let (ahead, isTooLarge) = time.subtractingReportingOverflow(packet.pts ?? time)
            lead = isTooLarge ? .max : max(lead, ahead)
        }
    }

    /// Decoding times, each made later than the one before.
    private struct Times {
        private var last: Int64?

        /// Returns the time of the packet. `isChanged` is true if the time was changed, or is later than the
        /// presentation time. Nil if the packet has no time.
        mutating func take(_ packet: Packet) -> (time: Int64, isChanged: Bool)? {
            guard let told = packet.dts ?? packet.pts else { return nil }
            let time = last.map { max(told, $0.addingReportingOverflow(1).overflow ? $0 : $0 + 1) } ?? told
            last = time
            return (time, time != told || packet.pts.map { $0 < time } ?? false)
        }
    }
}
