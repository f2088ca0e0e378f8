/// A macroblock of an I slice with its syntax elements (ITU-T H.264, 7.3.5).
struct IntraMacroblock {
    /// The kind of macroblock: `mb_type`.
    enum Kind: Equatable {
        /// `I_PCM`: the samples are not compressed.
        case pcm
        /// `Intra_16x16` without a residual of luma, with its `Intra16x16PredMode`.
        case intra16x16(predMode: UInt8)
        /// `I_NxN` with 4x4 blocks.
        case intra4x4
    }

    var kind = Kind.pcm
    /// `intra_chroma_pred_mode`.
    var intraChromaPredMode: UInt8 = 0
    /// `coded_block_pattern`: a bit for each 8x8 block of luma; 0x10 for the DC levels of
    /// chroma only, 0x20 for all of chroma.
    var codedBlockPattern: UInt8 = 0
    /// `Intra4x4PredMode` of each block, in raster order.
    let intra4x4PredModes: UnsafeMutablePointer<UInt8>
    /// The coded mode of each block, in coding order: 8 if it is the predicted mode, else `rem_intra4x4_pred_mode`.
    let remIntra4x4PredModes: UnsafeMutablePointer<UInt8>
    /// The levels of luma, 16 for each block, in the coding order of blocks and the zig-zag order of levels.
    let lumaLevels: UnsafeMutablePointer<Int16>
    /// The DC levels of chroma, four for each component.
    let chromaDCLevels: UnsafeMutablePointer<Int16>
    /// The AC levels of chroma, 16 for each block, of which the first is not used.
    let chromaACLevels: UnsafeMutablePointer<Int16>
    /// `total_coeff`, the numbers of nonzero levels: 16 blocks of luma, eight blocks of chroma, the DC levels of Cb
    /// and of Cr.
    let totalCoeffs: UnsafeMutablePointer<UInt8>

    /// The index in `totalCoeffs` of the first block of chroma.
    static let chromaACIndex = 16
    /// The index in `totalCoeffs` of the DC levels of Cb.
    static let chromaDCIndex = 24

    init(_ memory: ScratchMemory) {
        (intra4x4PredModes, remIntra4x4PredModes) = (
            memory.take(UInt8.self, count: 16), memory.take(UInt8.self, count: 16)
        )
        lumaLevels = memory.take(Int16.self, count: 256)
        (chromaDCLevels, chromaACLevels) = (memory.take(Int16.self, count: 8), memory.take(Int16.self, count: 128))
        totalCoeffs = memory.take(UInt8.self, count: 26)
    }

    /// Returns the raster index of a 4x4 block of luma, from its index in coding order (6.4.3).
    @inline(__always) static func raster(_ block: Int) -> Int {
        block & 1 | (block & 4) >> 1 | (block & 2) << 1 | block & 8
    }

    /// The zig-zag scan of a 4x4 block (8.5.6).
    static let zigzagScan: [Int] = [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15]

    /// Sets the numbers of nonzero levels to zero.
    func clearTotalCoeffs() { totalCoeffs.update(repeating: 0, count: 26) }
}
