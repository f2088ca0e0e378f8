package import MediaTime

extension MediaTime {
    /// Creates a time, to the nearest tick, from a floating-point number of units. `rate` is the number of units
    /// per second.
    ///
    /// Rates such as 29.97 are read as 30000/1001. Whole numbers of units are exact.
    package init?(interchangeValue value: Double, rate: Double, timescale: Int32) {
        guard value.isFinite, value.magnitude < 1e15, let rate = Rational(interchangeRate: rate) else { return nil }
        let billionth = Int64(exactly: value) == nil ? 1_000_000_000 : 1
        guard let units = Int64(exactly: (value * Double(billionth)).rounded()) else { return nil }
        let dividend = Int128(units) * Int128(timescale) * Int128(rate.denominator)
        let ticks = Rounding.nearest.quotient(dividend, by: Int128(billionth) * Int128(rate.numerator))
        guard let value = Int64(exactly: ticks) else { return nil }
        self.init(validating: value, timescale: Int64(timescale))
    }
}

extension Rational {
    /// Creates a rate from a floating-point number, or returns nil if it is not above 0 or is above 10^9.
    package init?(interchangeRate rate: Double) {
        guard rate > 0, rate <= 1e9 else { return nil }
        let whole = rate.rounded()
        if whole >= 1, (rate - whole).magnitude < 0.001 {
            self.init(Int64(saturating: whole))
        } else if whole >= 1, (rate - whole / 1.001).magnitude < 0.005 {
            self.init(Int64(saturating: whole) * 1000, 1001)
        } else {
            self.init(approximating: rate, within: rate * 1e-9)
        }
    }
}
