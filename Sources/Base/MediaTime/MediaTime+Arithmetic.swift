extension MediaTime {
    /// Returns the exact sum, in the least common timescale.
    ///
    /// - Returns: `nil` if no timescale can hold the sum exactly, or if it is beyond ``limit``. For example, a
    ///   nanosecond and 1/90000 s have no common timescale.
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

    /// Returns the exact difference, in the least common timescale, or `nil` as ``adding(_:)`` does.
    public func subtracting(_ other: MediaTime) -> MediaTime? {
        adding(-other)
    }

    /// Returns the exact sum of times whose timescales are known to match.
    ///
    /// Traps if ``adding(_:)`` would return `nil`, like `Int` on overflow. Times with the same timescale within a
    /// century of zero never trap. Convert external values before you add them.
    public static func + (first: MediaTime, second: MediaTime) -> MediaTime {
        guard let sum = first.adding(second) else {
            preconditionFailure("no exact sum of \(first) and \(second)")
        }
        return sum
    }

    /// Returns the exact difference of times whose timescales are known to match. Traps as `+` does.
    public static func - (first: MediaTime, second: MediaTime) -> MediaTime {
        first + -second
    }

    /// Returns the time with the opposite sign.
    public static prefix func - (time: MediaTime) -> MediaTime {
        MediaTime(value: -time.value, timescale: time.timescale)
    }

    /// Returns the time multiplied by a factor, in the same timescale. For example, a speed of 2 scales a duration by 1/2.
    ///
    /// - Returns: `nil` if the product is beyond ``limit``.
    public func scaled(by factor: Rational, rounding: Rounding) -> MediaTime? {
        let product = Int128(value) * Int128(factor.numerator)
        let scaled = rounding.quotient(product, by: Int128(factor.denominator))
        return MediaTime(validating: scaled, timescale: Int128(timescale))
    }
}
