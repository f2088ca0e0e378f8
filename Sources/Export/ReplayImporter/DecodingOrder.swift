import FFmpeg

/// Decoding times that a container takes: each later than the one before, and none later than the frame is shown.
///
/// Some movies' are not, though players show them, for they go by the times at which frames are shown: those of
/// phones where frames are reordered, and those in which a frame that is never shown has the time of the next. A pure
/// value.
struct DecodingOrder {
    /// A movie whose decoding times are wrong.
    struct NonMonotonicTimes: Error {}

    /// By how much all decoding times are moved forward, in ticks.
    private let lead: Int64
    private var times = Times()

    /// - Parameter lead: as `Survey` finds it; 0: times are to be as they are.
    init(lead: Int64 = 0) { self.lead = lead }

    /// Gives a packet its decoding time.
    /// - Throws: `NonMonotonicTimes` where times are to be as they are, and cannot be.
    mutating func put(_ packet: inout Packet) throws(NonMonotonicTimes) {
        guard let (time, isChanged) = times.take(packet) else { return }
        guard lead > 0 || !isChanged else { throw NonMonotonicTimes() }
        packet.dts = time - lead
    }
}

extension DecodingOrder {
    /// Finds out by how much decoding times must be moved.
    struct Survey {
        private var times = Times()
        /// In ticks.
        private(set) var lead: Int64 = 1

        /// Takes the next packet of the stream.
        mutating func take(_ packet: Packet) {
            guard let (time, _) = times.take(packet) else { return }
            // What a file says may have no difference: no movie is moved by so much.
            let (ahead, isTooLarge) = time.subtractingReportingOverflow(packet.pts ?? time)
            lead = isTooLarge ? .max : max(lead, ahead)
        }
    }

    /// Decoding times, each made later than the one before.
    private struct Times {
        private var last: Int64?

        /// - Returns: the packet's, and whether it is not as it was, or later than the frame is shown; nil: it has none.
        mutating func take(_ packet: Packet) -> (time: Int64, isChanged: Bool)? {
            guard let told = packet.dts ?? packet.pts else { return nil }
            let time = last.map { max(told, $0.addingReportingOverflow(1).overflow ? $0 : $0 + 1) } ?? told
            last = time
            return (time, time != told || packet.pts.map { $0 < time } ?? false)
        }
    }
}
