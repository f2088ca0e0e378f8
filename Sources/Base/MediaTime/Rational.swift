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

extension Rational {
    /// `1/denominator`: the time base, in seconds, of a clock that ticks `denominator` times a second.
    ///
    /// - Parameter denominator: at least 1; less is a programmer's error and traps.
    public static func oneOver(_ denominator: Int32) -> Rational {
        precondition(denominator > 0, "a clock ticks at least once a second")
        guard let ratio = Rational(1, Int64(denominator)) else { preconditionFailure("1/\(denominator)") }
        return ratio
    }
}

extension Rational: LosslessStringConvertible {
    /// Reads `30000/1001`, `30`, `-2` or `59.94`; a decimal is taken exactly (2997/50).
    ///
    /// - Returns: `nil` for anything else, a zero denominator, more than 18 digits in all
    ///   of a decimal, or numbers beyond 64 bits.
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

    /// `30000/1001`, or `30` for a whole number.
    public var description: String {
        denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
    }
}

extension Int64 {
    /// Ten to the power of `exponent`, which is 0...18.
    static func powerOfTen(_ exponent: Int) -> Int64 {
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }
}

extension Rational: Codable {
    /// Reads the text form, as in `"30000/1001"`, or a number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // A value that is no number may be a text.
        if let integer = try? container.decode(Int64.self) {
            self.init(integer)
            return
        }
        let text = try (try? container.decode(Double.self)).map { "\($0)" } ?? container.decode(String.self)
        guard let rational = Rational(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "“\(text)” is not a fraction such as 30000/1001.")
        }
        self = rational
    }

    /// Writes the text form, as in `"30000/1001"`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
