public import MediaTime

/// How many times as fast as it was recorded a stretch plays: an exact fraction from 1/10 to 16.
public struct Speed: Hashable, Sendable {
    /// Seconds of the recording in a second of the edit.
    public let factor: Rational

    /// As it was recorded.
    public static let normal = Speed(unchecked: 1)

    /// How many times as long the slowest takes.
    static let slowestFactor: Int64 = 10
    private static let slowest = Rational(1, slowestFactor) ?? 1
    private static let fastest: Rational = 16
    /// So that products with any time stay exact.
    private static let maxDenominator: Int64 = 1_000_000

    /// Nil for a factor below 1/10 or above 16, or one with a denominator above 1,000,000.
    public init?(_ factor: Rational) {
        guard factor >= Self.slowest, factor <= Self.fastest, factor.denominator <= Self.maxDenominator else {
            return nil
        }
        self.init(unchecked: factor)
    }

    private init(unchecked factor: Rational) { self.factor = factor }

    /// How many ticks `ticks` of the recording last in the edit: to the nearest, and at least one.
    package func edited(_ ticks: Int64) -> Int64 {
        let length = Int128(ticks) * Int128(factor.denominator)
        return max(1, Int64(Rounding.nearest.quotient(length, by: Int128(factor.numerator))))
    }
}

extension Speed: Comparable {
    /// Whether the first is the slower one.
    public static func < (first: Speed, second: Speed) -> Bool { first.factor < second.factor }
}

extension Speed: LosslessStringConvertible {
    /// Reads `2x`, `2`, `1.5x`, `1/3` or `50%`; nil for anything else, or a speed that cannot be.
    public init?(_ description: String) {
        if description.hasSuffix("%") {
            guard let percent = Rational(String(description.dropLast())),
                let hundred = Rational(percent.numerator, 100), percent.denominator <= Self.maxDenominator,
                let factor = Rational(hundred.numerator, hundred.denominator * percent.denominator)
            else { return nil }
            self.init(factor)
        } else {
            let number = description.hasSuffix("x") ? String(description.dropLast()) : description
            guard let factor = Rational(number) else { return nil }
            self.init(factor)
        }
    }

    /// `2x`, `1.5x`, or `1/3x` where there is no short decimal.
    public var description: String {
        let (thousandths, rest) = (factor.numerator * 1000).quotientAndRemainder(dividingBy: factor.denominator)
        guard rest == 0 else { return "\(factor.numerator)/\(factor.denominator)x" }
        let decimals = String(thousandths % 1000 + 1000).dropFirst().reversed().drop { $0 == "0" }.reversed()
        return "\(thousandths / 1000)" + (decimals.isEmpty ? "" : "." + String(decimals)) + "x"
    }
}
