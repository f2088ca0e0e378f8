/// An exact fraction in lowest terms, such as a frame rate of 30000/1001 or a time base of 1/90000.
public struct Rational: Hashable, Sendable {
    /// The number above the line. It carries the sign.
    public let numerator: Int64
    /// The number below the line, always positive.
    public let denominator: Int64

    /// The fraction `numerator / denominator`, reduced.
    ///
    /// - Returns: `nil` when the denominator is zero, or when the reduced fraction does not fit
    ///   (only `Int64.min` can cause that).
    public init?(_ numerator: Int64, _ denominator: Int64) {
        self.init(reducing: Int128(numerator), over: Int128(denominator))
    }

    /// A whole number.
    public init(_ integer: Int64) {
        self.numerator = integer
        self.denominator = 1
    }

    init?(reducing numerator: Int128, over denominator: Int128) {
        guard denominator != 0 else { return nil }
        let divisor = Int128(greatestCommonDivisor(numerator, denominator)) * denominator.signum()
        guard let numerator = Int64(exactly: numerator / divisor),
            let denominator = Int64(exactly: denominator / divisor)
        else { return nil }
        self.numerator = numerator
        self.denominator = denominator
    }

    /// One divided by this fraction, or `nil` for zero.
    public var reciprocal: Rational? {
        Rational(denominator, numerator)
    }
}

extension Rational: ExpressibleByIntegerLiteral {
    /// A whole number.
    public init(integerLiteral value: Int64) {
        self.init(value)
    }
}

extension Rational: Comparable {
    /// Whether the first fraction is the smaller one, decided exactly.
    public static func < (first: Rational, second: Rational) -> Bool {
        Int128(first.numerator) * Int128(second.denominator)
            < Int128(second.numerator) * Int128(first.denominator)
    }
}
