import MediaTime

/// The clock of an X server: milliseconds modulo 2^32, as its events carry them.
///
/// A server on this host counts `CLOCK_MONOTONIC`, so its times are right even for events that waited in the
/// socket. Another's clock has any offset: it agrees to a second with ours by a chance of 1 in 4 million. So
/// each time is believed if it lies in the second before its arrival, and replaced by the arrival if not.
enum ServerClock {
    private static let credibleAge: Int64 = 1_000_000_000
    /// The server may read a coarse clock, and rounds down: on average the instant was half a millisecond
    /// later.
    private static let millisecond: Int64 = 1_000_000

    /// When an event that carries `timestamp` happened, at the latest when it arrived.
    static func hostTime(of timestamp: UInt32, arrival: HostTime) -> HostTime {
        let arrivalMilliseconds = UInt32(truncatingIfNeeded: arrival.nanoseconds / millisecond)
        let age = Int64(Int32(bitPattern: arrivalMilliseconds &- timestamp)) * millisecond
        guard (-millisecond...credibleAge).contains(age) else { return arrival }
        let floor = arrival.nanoseconds / millisecond * millisecond - age
        return min(arrival, HostTime(nanoseconds: floor + millisecond / 2))
    }
}
