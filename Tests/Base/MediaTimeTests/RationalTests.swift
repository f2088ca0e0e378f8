import Foundation
import MediaTime
import Testing

@Suite struct RationalTests {
    @Test("A fraction is reduced and its denominator positive")
    func fractionIsReducedAndItsDenominatorPositive() throws {
        let rational = try #require(Rational(60, -90))
        #expect(rational.numerator == -2)
        #expect(rational.denominator == 3)
        #expect(Rational(0, -7) == 0)
    }

    @Test("There is no fraction over zero, and none that does not fit")
    func thereIsNoFractionOverZero() {
        #expect(Rational(1, 0) == nil)
        #expect(Rational(.min, -1) == nil)
        #expect(Rational(1, .min) == nil)
        #expect(Rational(.min, .min) == 1)
    }

    @Test("The reciprocal of zero is nothing")
    func reciprocalOfZeroIsNothing() throws {
        #expect(Rational(0).reciprocal == nil)
        #expect(Rational(-2, 3)?.reciprocal == Rational(-3, 2))
    }

    @Test("Order is exact where Double would see no difference")
    func orderIsExactWhereDoubleWouldSee() {
        let smaller = Rational(.max - 1, .max)!
        #expect(smaller < 1)
        #expect(Rational(-1, 2)! < 0)
    }

    @Test(
        "Text is read exactly",
        arguments: [
            ("30000/1001", 30000, 1001), ("30", 30, 1), ("59.94", 2997, 50), ("-0.5", -1, 2), ("0.000", 0, 1),
            ("6/4", 3, 2),
        ] as [(String, Int64, Int64)])
    func textIsReadExactly(text: String, numerator: Int64, denominator: Int64) {
        #expect(Rational(text) == Rational(numerator, denominator))
    }

    @Test(
        "Text that is no fraction is refused",
        arguments: [
            "", "/", "1/0", "1/", ".5", "5.", "1.2.3", "1e3", "nan", " 1", "1.-5", "99999999999999999999",
            "1/2/3",
            "1.0000000000000000001", "-.5", "٣.٣",
        ])
    func textThatIsNoFractionIsRefused(text: String) {
        #expect(Rational(text) == nil)
    }

    @Test("It is stored as text")
    func itIsStoredAsText() throws {
        let ntsc = try #require(Rational("30000/1001"))
        let rates: [Rational] = [ntsc, 60]
        let data = try JSONEncoder().encode(rates)
        #expect(String(decoding: data, as: UTF8.self) == #"["30000\/1001","60"]"#)
        #expect(try JSONDecoder().decode([Rational].self, from: data) == rates)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Rational.self, from: Data(#""1/0""#.utf8))
        }
    }
}
