extension MediaTime {
    /// The same time counted in another timescale, rounded where that cannot hold it exactly.
    ///
    /// - Precondition: the timescale is one of ``timescales``.
    public func converted(to timescale: Int32, rounding: Rounding) -> MediaTime {
        guard timescale != self.timescale else { return self }
        let product = Int128(value) * Int128(timescale)
        let converted = rounding.quotient(product, by: Int128(self.timescale))
        return MediaTime(value: Int64(converted), timescale: timescale)
    }

    /// The number of ticks of a time base, given in seconds a tick: 1/90000, 1001/30000.
    ///
    /// - Returns: `nil` when the time base is not positive, or the number does not fit. With ticks of a
    ///   nanosecond or longer it always fits.
    public func ticks(in timeBase: Rational, rounding: Rounding) -> Int64? {
        guard timeBase.numerator > 0 else { return nil }
        let dividend = Int128(value) * Int128(timeBase.denominator)
        let divisor = Int128(timescale) * Int128(timeBase.numerator)
        return Int64(exactly: rounding.quotient(dividend, by: divisor))
    }

    /// The exact time of a number of ticks of a time base, given in seconds a tick.
    ///
    /// The timescale is the time base's denominator where that is possible, so the frames of a stream
    /// share theirs.
    ///
    /// - Returns: `nil` when the time base is not positive, or no timescale can hold the time exactly,
    ///   or it lies beyond ``limit``.
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

    /// The exact time of a number of seconds, or `nil` when none can hold it.
    public init?(seconds: Rational) {
        self.init(validating: seconds.numerator, timescale: seconds.denominator)
    }

    /// The time in seconds, for display alone: it may be rounded, so nothing is decided by it.
    public var seconds: Double {
        Double(value) / Double(timescale)
    }

    init?(reducing numerator: Int128, over denominator: Int128) {
        let divisor = Int128(greatestCommonDivisor(numerator, denominator))
        self.init(validating: numerator / divisor, timescale: denominator / divisor)
    }
}
