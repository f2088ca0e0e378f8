/// The properties of a coded macroblock that its neighbours to the right and below need.
struct CodedMacroblock {
    var kind = IntraMacroblock.Kind.samples
    var chromaMode: UInt8 = 0
    var pattern: UInt8 = 0
    /// `Intra4x4PredMode` of the blocks at the right and bottom edges. It is DC (2) for
    /// other kinds of macroblocks (8.3.1.1).
    var rightModes = SIMD4<UInt8>(repeating: 2)
    var bottomModes = SIMD4<UInt8>(repeating: 2)
    /// `total_coeff` of the blocks at the edges: four of luma, two of Cb, two of Cr.
    var rightCounts = SIMD8<UInt8>()
    var bottomCounts = SIMD8<UInt8>()
    /// The numbers of nonzero DC levels of Cb and Cr.
    var meanCounts = SIMD2<UInt8>()

    init(_ macroblock: IntraMacroblock) {
        (kind, chromaMode, pattern) = (macroblock.kind, macroblock.chromaMode, macroblock.pattern)
        switch kind {
        case .samples:
            // These values follow from 9.2.1 and 9.3.3.1.1.9.
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

/// The macroblocks to the left of the current one and above it.
struct MacroblockNeighbours {
    /// The last coded macroblock of each column: of the current row up to the current column, then of the row above.
    private var row: [CodedMacroblock?]
    private(set) var left: CodedMacroblock?
    private(set) var above: CodedMacroblock?

    init(across: Int) { row = Array(repeating: nil, count: across) }

    /// Moves to the next macroblock.
    mutating func move(to column: Int) { (left, above) = (column > 0 ? row[column - 1] : nil, row[column]) }

    /// Stores the coded macroblock.
    mutating func note(_ macroblock: IntraMacroblock, _ column: Int) { row[column] = CodedMacroblock(macroblock) }
}
