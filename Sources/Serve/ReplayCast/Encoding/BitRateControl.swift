import MediaTime

/// The bit rate of an encoder on a network that may be slow. It falls while frames wait to be sent, and rises again when
/// none have waited for a while. A pure value.
struct BitRateControl: Equatable {
    /// The highest bit rate, in bits per second.
    let limit: Int
    /// The present bit rate, in bits per second.
    private(set) var rate: Int
    private var lastChange: HostTime
    /// The time since which nothing has waited; nil while something waits.
    private var freeSince: HostTime?

    /// The lowest bit rate, in bits per second, unless the limit is lower.
    static let least = 250_000
    /// The time that frames may wait, beyond which the rate falls; and the time below which nothing counts as waiting.
    private static let (long, short) = (Duration.milliseconds(800), Duration.milliseconds(250))
    /// The least time between two falls, and the time after which the rate rises.
    private static let (fallInterval, riseInterval) = (Duration.seconds(2), Duration.seconds(8))

    init(limit: Int, at now: HostTime) {
        self.limit = limit
        (rate, lastChange, freeSince) = (limit, now, now)
    }

    /// Follows the time that frames wait.
    /// - Parameter backlog: The time from the last frame sent to the newest one.
    /// - Returns: The new bit rate if it changes, otherwise nil.
    mutating func update(backlog: Duration, at now: HostTime) -> Int? {
        if backlog > Self.short { freeSince = nil } else if freeSince == nil { freeSince = now }
        if backlog > Self.long, now - lastChange >= Self.fallInterval { return change(to: rate * 7 / 10, at: now) }
        if let freeSince, now - max(freeSince, lastChange) >= Self.riseInterval {
            return change(to: rate * 12 / 10, at: now)
        }
        return nil
    }

    private mutating func change(to wanted: Int, at now: HostTime) -> Int? {
        let new = min(limit, max(Self.least, wanted))
        lastChange = now
        guard new != rate else { return nil }
        rate = new
        return new
    }
}
