extension Rational {
    /// Creates the first convergent of the number's continued fraction that is within `tolerance`: a fraction with a
    /// small denominator.
    ///
    /// - Returns: Nil if the number is not finite or beyond ±10^12, or if no convergent of up to 32 terms is near enough.
    package init?(approximating value: Double, within tolerance: Double) {
        guard value.isFinite, value.magnitude <= 1e12 else { return nil }
        var (last, current): ((Int64, Int64), (Int64, Int64)) = ((0, 1), (1, 0))
        var rest = value
        for _ in 0..<32 {
            let whole = rest.rounded(.down)
            guard let digit = Int64(exactly: whole), let next = Self.convergent(digit, current: current, last: last)
            else {
                return nil
            }
            (last, current) = (current, next)
            if (Double(next.0) / Double(next.1) - value).magnitude <= tolerance {
                self.init(next.0, next.1)
                return
            }
            guard rest > whole else { return nil }
            rest = 1 / (rest - whole)
        }
        return nil
    }

    private static func convergent(
        _ digit: Int64, current: (Int64, Int64), last: (Int64, Int64)
    ) -> (Int64, Int64)? {
        func sum(_ factor: Int64, _ term: Int64) -> Int64? {
            let (product, isTooLarge) = digit.multipliedReportingOverflow(by: factor)
            let (sum, overflows) = product.addingReportingOverflow(term)
            return isTooLarge || overflows ? nil : sum
        }
        guard let numerator = sum(current.0, last.0), let denominator = sum(current.1, last.1) else { return nil }
        return (numerator, denominator)
    }
}
