import MediaTime
import Testing

/// Checks the fractions near a floating-point number.
@Suite struct RationalApproximationTests {
    @Test("The simplest fraction is found that is near enough")
    func near() {
        #expect(Rational(approximating: 2, within: 1e-9) == 2)
        #expect(Rational(approximating: 0.332, within: 0.002) == Rational(1, 3))
        #expect(Rational(approximating: 4.0 / 3, within: 1e-9) == Rational(4, 3))
        #expect(Rational(approximating: 0.1, within: 1e-9) == Rational(1, 10))
        #expect(Rational(approximating: -1.5, within: 1e-9) == Rational(-3, 2))
        #expect(Rational(approximating: 29.97, within: 1e-9) == Rational(2997, 100))
        #expect(Rational(approximating: 0, within: 0) == 0)
    }

    @Test("NaN, infinity and huge numbers have no fraction", arguments: [Double.nan, .infinity, -.infinity, 1e300])
    func none(value: Double) {
        #expect(Rational(approximating: value, within: 1e-9) == nil)
    }
}
