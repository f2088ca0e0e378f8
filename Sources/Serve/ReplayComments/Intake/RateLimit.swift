import MediaTime

/// A limit of the number of comments over time: a burst, and then a steady rate. A pure value.
struct RateLimit {
    /// The number of comments that may come at once.
    static let burst = 100
    /// The steady rate, in comments per second.
    static let rate = 25

    private var tokens = Int64(burst) * 1_000_000_000
    private var last: HostTime?

    /// Counts a comment.
    /// - Returns: False if it exceeds the limit.
    mutating func admit(at now: HostTime) -> Bool {
        let elapsed = last.map { (now - $0).nanoseconds } ?? 0
        last = now
        // Far more than a burst takes is not counted, so that the product cannot overflow.
        let gained = min(max(elapsed, 0), 3_600_000_000_000) * Int64(Self.rate)
        tokens = min(tokens + gained, Int64(Self.burst) * 1_000_000_000)
        guard tokens >= 1_000_000_000 else { return false }
        tokens -= 1_000_000_000
        return true
    }
}
