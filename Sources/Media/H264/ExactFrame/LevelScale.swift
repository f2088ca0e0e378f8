/// The scale factors of the levels of an intra 4x4 block (ITU-T H.264, 8.5.9), in raster order. A flat scaling list has
/// weights of 16, so a factor is 16 times the quantizer step for the norm of its basis function.
struct LevelScale {
    /// `LevelScale4x4`(qP % 6) << qP / 6. For qP < 24, 8.5.12.1 is then (c · scale + 8) >> 4.
    let values: [Int32]

    /// Creates the factors.
    /// - Parameters:
    ///   - list: The scaling list, in the order of its codes.
    ///   - qP: The quantizer, 0...23.
    init(_ list: [UInt8], qP: Int) {
        let normAdjust = Self.normAdjust4x4[qP % 6]
        values = zip(ZigzagScan.inverse(list), 0...).map { weight, place in
            Int32(weight) * normAdjust[Self.kind(place)] << Int32(qP / 6)
        }
    }

    /// Returns the scales of luma, Cb and Cr in a slice with quantizer 0.
    static func scales(_ sets: ParameterSets) -> [LevelScale] {
        // `QPc` is equal to its index `qPI` below 30 (8.5.8).
        let qPs = [0] + sets.picture.chromaQPIndexOffsets.map { Int(min(max($0, 0), 12)) }
        return zip(sets.scalingLists, qPs).map { LevelScale($0, qP: $1) }
    }

    /// Returns the factor from a coefficient of the forward transform to its level, in 1/65,536.
    func factor(_ place: Int) -> Int32 {
        let divisor = 25 * Int64(max(values[place], 1))
        return Int32(clamping: (Self.gains[Self.kind(place)] << 20 + divisor / 2) / divisor)
    }

    /// Returns the change of a sample if the level at `place` increases by 1, in 1/64.
    func effect(of place: Int, onRow row: Int, column: Int) -> Int16 {
        let basis = Self.basis[place / 4 * 4 + row] * Self.basis[place % 4 * 4 + column]
        return Int16(clamping: (values[place] * basis + 32) >> 6)
    }

    /// Returns the column of `normAdjust4x4` (8.5.9) for an index: both frequencies even, both odd, or one of each.
    private static func kind(_ place: Int) -> Int {
        switch (place & 1, place >> 2 & 1) {
        case (0, 0): 0
        case (1, 1): 1
        default: 2
        }
    }

    /// `normAdjust4x4`.
    private static let normAdjust4x4: [[Int32]] = [
        [10, 16, 13], [11, 18, 14], [13, 20, 16], [14, 23, 18], [16, 25, 20], [18, 29, 23],
    ]
    /// 25 · 64 / (f · g) for each kind, with the norms f and g of the forward and the inverse basis functions.
    private static let gains: [Int64] = [100, 64, 80]
    /// Twice the basis of the inverse transform (8.5.12.2).
    private static let basis: [Int32] = [2, 2, 2, 2, 2, 1, -1, -2, 2, -2, -2, 2, 1, -2, 2, -1]
}
