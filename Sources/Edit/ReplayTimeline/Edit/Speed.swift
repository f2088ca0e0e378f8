public import MediaTime

/// A playback speed relative to the recording: an exact fraction from 1/10 to 16.
public struct Speed: Hashable, Sendable {
    /// The seconds of the recording that play per second of the edit.
    public let factor: Rational

    /// The speed of the recording.
    public static let normal = Speed(unchecked: 1)

    /// The ratio of edited to recorded duration at the slowest speed.
    static let slowestFactor: Int64 = 10
    private static let slowest = Rational(1, slowestFactor) ?? 1
    private static let fastest: Rational = 16
    /// The limit that keeps products with any time exact.
    private static let maxDenominator: Int64 = 1_000_000

    /// Creates a speed, or returns nil if the factor is not in 1/10...16 or its denominator is above 1,000,000.
    public init?(_ factor: Rational) {
        guard factor >= Self.slowest, factor <= Self.fastest, factor.denominator <= Self.maxDenominator else {
            return nil
        }
        self.init(unchecked: factor)
    }

    private init(unchecked factor: Rational) { self.factor = factor }

    /// Returns the edited duration of `ticks` of the recording, in ticks: rounded to the nearest, and at least one.
    package func edited(_ ticks: Int64) -> Int64 {
        let length = Int128(ticks) * Int128(factor.denominator)
        return max(1, Int64(Rounding.nearest.quotient(length, by: Int128(factor.numerator))))
    }
}

extension Speed: Comparable {
    /// Returns true if the first speed is slower.
    public static func < (first: Speed, second: Speed) -> Bool { first.factor < second.factor }
}

extension Speed: LosslessStringConvertible {
    /// Reads `2x`, `2`, `1.5x`, `1/3` or `50%`, or returns nil for any other text or a speed out of range.
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

    /// The text `2x` or `1.5x`, or `1/3x` if three decimals do not suffice.
    public var description: String {
        let (thousandths, rest) = (factor.numerator * 1000).quotientAndRemainder(dividingBy: factor.denominator)
        guard rest == 0 else { return "\(factor.numerator)/\(factor.denominator)x" }
        let decimals = String(thousandths % 1000 + 1000).dropFirst().reversed().drop { $0 == "0" }.reversed()
        return "\(thousandths / 1000)" + (decimals.isEmpty ? "" : "." + String(decimals)) + "x"
    }
}
