/// The properties of a coded macroblock that its neighbours to the right and below need.
struct CodedMacroblock {
    var kind = IntraMacroblock.Kind.pcm
    var intraChromaPredMode: UInt8 = 0
    var codedBlockPattern: UInt8 = 0
    /// `Intra4x4PredMode` of the blocks at the right and bottom edges. It is DC (2) for
    /// other kinds of macroblocks (8.3.1.1).
    var rightIntra4x4PredModes = SIMD4<UInt8>(repeating: 2)
    var bottomIntra4x4PredModes = SIMD4<UInt8>(repeating: 2)
    /// `total_coeff` of the blocks at the edges: four of luma, two of Cb, two of Cr.
    var rightTotalCoeffs = SIMD8<UInt8>()
    var bottomTotalCoeffs = SIMD8<UInt8>()
    /// The numbers of nonzero DC levels of Cb and Cr.
    var chromaDCTotalCoeffs = SIMD2<UInt8>()

    init(_ macroblock: IntraMacroblock) {
        (kind, intraChromaPredMode, codedBlockPattern) = (
            macroblock.kind, macroblock.intraChromaPredMode, macroblock.codedBlockPattern
        )
        switch kind {
        case .pcm:
            // These values follow from 9.2.1 and 9.3.3.1.1.9.
            (rightTotalCoeffs, bottomTotalCoeffs) = (SIMD8(repeating: 16), SIMD8(repeating: 16))
            (intraChromaPredMode, codedBlockPattern, chromaDCTotalCoeffs) = (0, 0x2F, SIMD2(repeating: 1))
            return
        case .intra16x16: break
        case .intra4x4:
            for edge in 0..<4 {
                rightIntra4x4PredModes[edge] = macroblock.intra4x4PredModes[edge * 4 + 3]
                bottomIntra4x4PredModes[edge] = macroblock.intra4x4PredModes[12 + edge]
            }
        }
        let totalCoeffs = macroblock.totalCoeffs
        rightTotalCoeffs = SIMD8(
            totalCoeffs[5], totalCoeffs[7], totalCoeffs[13], totalCoeffs[15], totalCoeffs[17], totalCoeffs[19],
            totalCoeffs[21], totalCoeffs[23])
        bottomTotalCoeffs = SIMD8(
            totalCoeffs[10], totalCoeffs[11], totalCoeffs[14], totalCoeffs[15], totalCoeffs[18], totalCoeffs[19],
            totalCoeffs[22], totalCoeffs[23])
        chromaDCTotalCoeffs = SIMD2(totalCoeffs[24], totalCoeffs[25])
    }
}

/// The macroblocks to the left of the current one and above it.
struct MacroblockNeighbours {
    /// The last coded macroblock of each column: of the current row up to the current column, then of the row above.
    private var row: [CodedMacroblock?]
    /// `mbAddrA` (6.4.11.1), or nil outside the frame.
    private(set) var left: CodedMacroblock?
    /// `mbAddrB`, or nil outside the frame.
    private(set) var above: CodedMacroblock?

    init(picWidthInMbs: Int) { row = Array(repeating: nil, count: picWidthInMbs) }

    /// Moves to the next macroblock.
    mutating func move(to column: Int) { (left, above) = (column > 0 ? row[column - 1] : nil, row[column]) }

    /// Stores the coded macroblock.
    mutating func store(_ macroblock: IntraMacroblock, at column: Int) { row[column] = CodedMacroblock(macroblock) }
}
