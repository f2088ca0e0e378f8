/// The delays between attempts to reach a target. A pure value.
struct RetryDelay: Equatable, Sendable {
    /// The largest delay before it is varied, in seconds.
    static let limit = 60.0
    /// The factor from one delay to the next.
    static let growth = 1.6

    /// The number of failed attempts since the target was last live for long.
    private(set) var failures = 0

    /// Records a failed attempt.
    /// - Parameter jitter: A factor, 0.75 to 1.25, so that many senders do not return at the same instant.
    /// - Returns: The delay before the next attempt: min(60 s, 1 s × 1.6^n) × `jitter` for the n-th failure from 0.
    mutating func next(jitter: Double) -> Duration {
        var seconds = 1.0
        for _ in 0..<failures where seconds < Self.limit { seconds *= Self.growth }
        failures += 1
        return .milliseconds(Int64((min(Self.limit, seconds) * jitter * 1000).rounded()))
    }

    /// Begins again with the shortest delay.
    mutating func reset() { failures = 0 }
}
