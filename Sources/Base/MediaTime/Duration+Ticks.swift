extension Duration {
    /// The duration in whole nanoseconds, rounded towards zero and clamped to the range of `Int64` (±292 years).
    package var nanoseconds: Int64 { ticks(each: 1) }

    /// The duration in whole milliseconds, rounded towards zero and clamped to the range of `Int64`.
    package var milliseconds: Int64 { ticks(each: 1_000_000) }

    /// The duration in milliseconds as a timeout for poll(2): never negative, and rounded up so that poll does not
    /// return early.
    package var timeoutMilliseconds: Int32 { Int32(clamping: (max(self, .zero) + .nanoseconds(999_999)).milliseconds) }

    /// The absolute value of the duration.
    package var magnitude: Duration { max(self, .zero - self) }

    private func ticks(each nanoseconds: Int64) -> Int64 {
        let (seconds, attoseconds) = components
        let total = Int128(seconds) * 1_000_000_000 + Int128(attoseconds / 1_000_000_000)
        return Int64(clamping: total / Int128(nanoseconds))
    }
}
