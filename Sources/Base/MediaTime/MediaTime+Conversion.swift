extension MediaTime {
    /// Returns the same time in another timescale, rounded if that timescale cannot hold it exactly.
    ///
    /// - Precondition: The timescale is one of ``timescales``.
    public func converted(to timescale: Int32, rounding: Rounding) -> MediaTime {
        guard timescale != self.timescale else { return self }
        let product = Int128(value) * Int128(timescale)
        let converted = rounding.quotient(product, by: Int128(self.timescale))
        return MediaTime(value: Int64(converted), timescale: timescale)
    }

    /// Returns the time as a number of ticks of a time base in seconds per tick, such as 1/90000 or 1001/30000.
    ///
    /// - Returns: `nil` if the time base is not positive, or if the number does not fit. With ticks of a nanosecond or
    ///   longer it always fits.
    public func ticks(in timeBase: Rational, rounding: Rounding) -> Int64? {
        guard timeBase.numerator > 0 else { return nil }
        let dividend = Int128(value) * Int128(timeBase.denominator)
        let divisor = Int128(timescale) * Int128(timeBase.numerator)
        return Int64(exactly: rounding.quotient(dividend, by: divisor))
    }

    /// Creates the exact time of a number of ticks of a time base, in seconds per tick.
    ///
    /// The timescale is the time base's denominator if possible, so that all frames of a stream have the same timescale.
    ///
    /// - Returns: `nil` if the time base is not positive, if no timescale can hold the time exactly, or if the time is
    ///   beyond ``limit``.
    public init?(ticks: Int64, in timeBase: Rational) {
        guard timeBase.numerator > 0 else { return nil }
        let value = Int128(ticks) * Int128(timeBase.numerator)
        let timescale = Int128(timeBase.denominator)
        guard
            let time = MediaTime(validating: value, timescale: timescale)
                ?? MediaTime(reducing: value, over: timescale)
        else { return nil }
        self = time
    }

    /// Creates the exact time of a number of seconds, or returns `nil` if no timescale can hold it or it is beyond ``limit``.
    public init?(seconds: Rational) {
        self.init(validating: seconds.numerator, timescale: seconds.denominator)
    }

    /// The time in seconds, for display only. Do not base decisions on it, because it may be rounded.
    public var seconds: Double {
        Double(value) / Double(timescale)
    }

    init?(reducing numerator: Int128, over denominator: Int128) {
        let divisor = Int128(greatestCommonDivisor(numerator, denominator))
        self.init(validating: numerator / divisor, timescale: denominator / divisor)
    }
}
