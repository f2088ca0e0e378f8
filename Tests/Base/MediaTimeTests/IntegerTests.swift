import Testing

@Suite struct IntegerTests {
    @Test(
        "A floating-point number becomes the nearest integer that there is",
        arguments: [
            (Double.nan, 0), (.infinity, .max), (-.infinity, .min), (1e300, .max), (-1e300, .min), (2.9, 2), (-2.9, -2),
            (0x1p63, .max), (-0x1p63, .min), (0x1p62, 1 << 62),
        ] as [(Double, Int64)])
    func saturating(value: Double, integer: Int64) {
        #expect(Int64(saturating: value) == integer)
        #expect(UInt8(saturating: value) == UInt8(clamping: integer))
    }
}
