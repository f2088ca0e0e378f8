extension MediaTime: Comparable {
    /// Whether both mean the same instant.
    public static func == (first: MediaTime, second: MediaTime) -> Bool {
        first.timescale == second.timescale
            ? first.value == second.value
            : Int128(first.value) * Int128(second.timescale) == Int128(second.value) * Int128(first.timescale)
    }

    /// Whether the first instant is the earlier one, decided exactly.
    public static func < (first: MediaTime, second: MediaTime) -> Bool {
        first.timescale == second.timescale
            ? first.value < second.value
            : Int128(first.value) * Int128(second.timescale) < Int128(second.value) * Int128(first.timescale)
    }
}

extension MediaTime: Hashable {
    /// Hashes the instant: equal instants hash alike in every timescale.
    public func hash(into hasher: inout Hasher) {
        let divisor = Int64(greatestCommonDivisor(value, Int64(timescale)))
        hasher.combine(value / divisor)
        hasher.combine(Int64(timescale) / divisor)
    }
}
