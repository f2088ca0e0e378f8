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
