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
