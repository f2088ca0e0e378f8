/// An exact fraction in lowest terms, such as a frame rate of 30000/1001 or a time base of 1/90000.
public struct Rational: Hashable, Sendable {
    /// The numerator. It carries the sign.
    public let numerator: Int64
    /// The denominator, always positive.
    public let denominator: Int64

    /// Creates the fraction `numerator / denominator` in lowest terms.
    ///
    /// - Returns: `nil` if the denominator is zero, or if the reduced fraction does not fit (only `Int64.min` can cause that).
    public init?(_ numerator: Int64, _ denominator: Int64) {
        self.init(reducing: Int128(numerator), over: Int128(denominator))
    }

    /// Creates the fraction of a whole number.
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

    /// The result of one divided by this fraction. `nil` for zero, and if the result does not fit.
    public var reciprocal: Rational? {
        Rational(denominator, numerator)
    }
}

extension Rational: ExpressibleByIntegerLiteral {
    /// Creates the fraction of a whole number.
    public init(integerLiteral value: Int64) {
        self.init(value)
    }
}

extension Rational: Comparable {
    /// Returns true if the first fraction is smaller. The comparison is exact.
    public static func < (first: Rational, second: Rational) -> Bool {
        Int128(first.numerator) * Int128(second.denominator)
            < Int128(second.numerator) * Int128(first.denominator)
    }
}

extension Rational {
    /// Returns `1/denominator`: the time base, in seconds, of a clock with `denominator` ticks per second.
    ///
    /// - Parameter denominator: The ticks per second, at least 1. Traps if it is less.
    public static func oneOver(_ denominator: Int32) -> Rational {
        precondition(denominator > 0, "a clock ticks at least once a second")
        guard let ratio = Rational(1, Int64(denominator)) else { preconditionFailure("1/\(denominator)") }
        return ratio
    }
}

extension Rational: LosslessStringConvertible {
    /// Reads `30000/1001`, `30`, `-2` or `59.94`. Decimals are exact (2997/50).
    ///
    /// - Returns: `nil` for any other text, a zero denominator, a decimal of more than 18 digits in all, or numbers
    ///   beyond 64 bits.
    public init?(_ description: String) {
        if let slash = description.firstIndex(of: "/") {
            guard let numerator = Int64(description[..<slash]),
                let denominator = Int64(description[description.index(after: slash)...])
            else { return nil }
            self.init(numerator, denominator)
        } else {
            self.init(decimal: description)
        }
    }

    private init?(decimal: String) {
        let parts = decimal.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            guard let integer = Int64(decimal) else { return nil }
            self.init(integer)
            return
        }
        let digits = parts[0] + parts[1]
        guard parts[0].last?.isWholeNumber == true, parts[1].first?.isWholeNumber == true,
            digits.utf8.count <= 18, let numerator = Int64(digits)
        else { return nil }
        self.init(numerator, Int64.powerOfTen(parts[1].utf8.count))
    }

    /// The text `30000/1001`, or `30` for a whole number.
    public var description: String {
        denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
    }
}

extension Int64 {
    /// Returns ten to the power of `exponent`, which is in 0...18.
    static func powerOfTen(_ exponent: Int) -> Int64 {
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }
}

extension Rational: Codable {
    /// Reads the text form, such as `"30000/1001"`, or a number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // A value that is not a number may be a string.
        if let integer = try? container.decode(Int64.self) {
            self.init(integer)
            return
        }
        // A value that is not a number either must be a string.
        let text = try (try? container.decode(Double.self)).map { "\($0)" } ?? container.decode(String.self)
        guard let rational = Rational(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "“\(text)” is not a fraction such as 30000/1001.")
        }
        self = rational
    }

    /// Writes the text form, such as `"30000/1001"`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
