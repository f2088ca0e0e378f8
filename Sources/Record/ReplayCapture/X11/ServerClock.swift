import MediaTime

/// The clock of an X server: milliseconds modulo 2^32, as in its events.
///
/// A server on this host uses `CLOCK_MONOTONIC`, so its times are right even for events that waited in the socket. The clock
/// of a remote server has an arbitrary offset. The chance that it agrees with ours to a second is 1 in 4 million. Therefore
/// an event's time is used only if it is at most one second before its arrival. Otherwise the arrival time is used.
enum ServerClock {
    private static let credibleAge: Int64 = 1_000_000_000
    /// A millisecond in nanoseconds. The server may read a coarse clock, and rounds down. On average, an event was half
    /// a millisecond later than its time.
    private static let millisecond: Int64 = 1_000_000

    /// Returns the time of an event with the given `timestamp`, at most its arrival time.
    static func hostTime(of timestamp: UInt32, arrival: HostTime) -> HostTime {
        let arrivalMilliseconds = UInt32(truncatingIfNeeded: arrival.nanoseconds / millisecond)
        let age = Int64(Int32(bitPattern: arrivalMilliseconds &- timestamp)) * millisecond
        guard (-millisecond...credibleAge).contains(age) else { return arrival }
        let floor = arrival.nanoseconds / millisecond * millisecond - age
        return min(arrival, HostTime(nanoseconds: floor + millisecond / 2))
    }
}
