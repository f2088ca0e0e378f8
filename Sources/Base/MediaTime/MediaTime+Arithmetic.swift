extension MediaTime {
    /// The exact sum, in the least common timescale.
    ///
    /// - Returns: `nil` when no timescale can hold the sum exactly (a nanosecond and a 90000th have none in
    ///   common), or when it lies beyond ``limit``.
    public func adding(_ other: MediaTime) -> MediaTime? {
        guard timescale != other.timescale else {
            return MediaTime(validating: Int128(value) + Int128(other.value), timescale: Int128(timescale))
        }
        let divisor = Int128(greatestCommonDivisor(timescale, other.timescale))
        let (factor, otherFactor) = (Int128(other.timescale) / divisor, Int128(timescale) / divisor)
        let sum = Int128(value) * factor + Int128(other.value) * otherFactor
        let common = Int128(timescale) * factor
        return MediaTime(validating: sum, timescale: common) ?? MediaTime(reducing: sum, over: common)
    }

    /// The exact difference, in the least common timescale; `nil` as for ``adding(_:)``.
    public func subtracting(_ other: MediaTime) -> MediaTime? {
        adding(-other)
    }

    /// The exact sum of times whose timescales are known to agree.
    ///
    /// It traps where ``adding(_:)`` returns `nil`, as `Int` traps on overflow. Times of one timescale that
    /// lie within a century of zero never do; convert what comes from outside before adding.
    public static func + (first: MediaTime, second: MediaTime) -> MediaTime {
        guard let sum = first.adding(second) else {
            preconditionFailure("no exact sum of \(first) and \(second)")
        }
        return sum
    }

    /// The exact difference of times whose timescales are known to agree. It traps as `+` does.
    public static func - (first: MediaTime, second: MediaTime) -> MediaTime {
        first + -second
    }

    /// The time as far on the other side of zero.
    public static prefix func - (time: MediaTime) -> MediaTime {
        MediaTime(value: -time.value, timescale: time.timescale)
    }

    /// The time multiplied by a factor, in the same timescale; a speed of 2 scales a length by 1/2.
    ///
    /// - Returns: `nil` when the product lies beyond ``limit``.
    public func scaled(by factor: Rational, rounding: Rounding) -> MediaTime? {
        let product = Int128(value) * Int128(factor.numerator)
        let scaled = rounding.quotient(product, by: Int128(factor.denominator))
        return MediaTime(validating: scaled, timescale: Int128(timescale))
    }
}
