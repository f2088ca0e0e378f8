import MediaTime
import Testing

@Suite struct IntegerTests {
    @Test(
        "A floating-point number becomes the nearest integer that there is",
        arguments: [
            (Double.nan, 0), (.infinity, .max), (-.infinity, .min), (1e300, .max), (-1e300, .min), (2.9, 2), (-2.9, -2),
            (9_223_372_036_854_775_807, .max), (-9_223_372_036_854_775_808, .min), (0x1p62, 1 << 62),
        ] as [(Double, Int64)])
    func saturating(value: Double, integer: Int64) {
        #expect(Int64(saturating: value) == integer)
        #expect(UInt8(saturating: value) == UInt8(clamping: integer))
    }
}
