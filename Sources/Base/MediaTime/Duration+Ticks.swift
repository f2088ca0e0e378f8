extension Duration {
    /// In whole nanoseconds, rounded towards zero; what is beyond 292 years is held there.
    package var nanoseconds: Int64 { ticks(each: 1) }

    /// In whole milliseconds, rounded towards zero.
    package var milliseconds: Int64 { ticks(each: 1_000_000) }

    /// In milliseconds, rounded up, as poll(2) takes a timeout: it is not to end early. Never below 0.
    package var timeoutMilliseconds: Int32 { Int32(clamping: (max(self, .zero) + .nanoseconds(999_999)).milliseconds) }

    /// Without its sign.
    package var magnitude: Duration { max(self, .zero - self) }

    private func ticks(each nanoseconds: Int64) -> Int64 {
        let (seconds, attoseconds) = components
        let total = Int128(seconds) * 1_000_000_000 + Int128(attoseconds / 1_000_000_000)
        return Int64(clamping: total / Int128(nanoseconds))
    }
}
