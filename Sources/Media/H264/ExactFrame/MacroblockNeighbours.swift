/// What is known of a macroblock when those to its right and below it are coded.
struct CodedMacroblock {
    var kind = IntraMacroblock.Kind.samples
    var chromaMode: UInt8 = 0
    var pattern: UInt8 = 0
    /// Intra4x4PredMode of the blocks at its right edge and at its bottom; of other kinds it counts as that of means (8.3.1.1).
    var rightModes = SIMD4<UInt8>(repeating: 2)
    var bottomModes = SIMD4<UInt8>(repeating: 2)
    /// total_coeff of the blocks there: four of luma, two of Cb, two of Cr.
    var rightCounts = SIMD8<UInt8>()
    var bottomCounts = SIMD8<UInt8>()
    /// Whether Cb and Cr have means.
    var meanCounts = SIMD2<UInt8>()

    init(_ macroblock: IntraMacroblock) {
        (kind, chromaMode, pattern) = (macroblock.kind, macroblock.chromaMode, macroblock.pattern)
        switch kind {
        case .samples:
            // 9.2.1 and 9.3.3.1.1.9.
            (rightCounts, bottomCounts) = (SIMD8(repeating: 16), SIMD8(repeating: 16))
            (chromaMode, pattern, meanCounts) = (0, 0x2F, SIMD2(repeating: 1))
            return
        case .whole: break
        case .blocks:
            for place in 0..<4 {
                rightModes[place] = macroblock.modes[place * 4 + 3]
                bottomModes[place] = macroblock.modes[12 + place]
            }
        }
        let counts = macroblock.counts
        rightCounts = SIMD8(
            counts[5], counts[7], counts[13], counts[15], counts[17], counts[19], counts[21], counts[23])
        bottomCounts = SIMD8(
            counts[10], counts[11], counts[14], counts[15], counts[18], counts[19], counts[22], counts[23])
        meanCounts = SIMD2(counts[24], counts[25])
    }
}

/// The macroblocks beside the current one.
struct MacroblockNeighbours {
    /// The row above as far as it is not yet overwritten by the current one.
    private var row: [CodedMacroblock?]
    private(set) var left: CodedMacroblock?
    private(set) var above: CodedMacroblock?

    init(across: Int) { row = Array(repeating: nil, count: across) }

    /// Goes to a macroblock.
    mutating func move(to column: Int) { (left, above) = (column > 0 ? row[column - 1] : nil, row[column]) }

    /// Notes what became of it.
    mutating func note(_ macroblock: IntraMacroblock, _ column: Int) { row[column] = CodedMacroblock(macroblock) }
}
