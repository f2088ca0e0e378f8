/// A macroblock of an I slice with its syntax elements (ITU-T H.264, 7.3.5).
struct IntraMacroblock {
    /// The kind of macroblock: `mb_type`.
    enum Kind: Equatable {
        /// `I_PCM`: the samples are not compressed.
        case samples
        /// `Intra_16x16` without a residual of luma, with its `Intra16x16PredMode`.
        case whole(mode: UInt8)
        /// `I_NxN` with 4x4 blocks.
        case blocks
    }

    var kind = Kind.samples
    /// `intra_chroma_pred_mode`.
    var chromaMode: UInt8 = 0
    /// `coded_block_pattern`: a bit for each 8x8 block of luma; 0x10 for the DC levels of
    /// chroma only, 0x20 for all of chroma.
    var pattern: UInt8 = 0
    /// `Intra4x4PredMode` of each block, in raster order.
    let modes: UnsafeMutablePointer<UInt8>
    /// The coded mode of each block, in coding order: 8 if it is the predicted mode, else `rem_intra4x4_pred_mode`.
    let modeCodes: UnsafeMutablePointer<UInt8>
    /// The levels of luma, 16 for each block, in the coding order of blocks and the zig-zag order of levels.
    let luma: UnsafeMutablePointer<Int16>
    /// The DC levels of chroma, four for each component.
    let chromaMeans: UnsafeMutablePointer<Int16>
    /// The AC levels of chroma, 16 for each block, of which the first is not used.
    let chroma: UnsafeMutablePointer<Int16>
    /// The numbers of nonzero levels: 16 blocks of luma, eight blocks of chroma, the DC levels of Cb and of Cr.
    let counts: UnsafeMutablePointer<UInt8>

    static let chromaCounts = 16
    static let meanCounts = 24

    init(_ memory: ScratchMemory) {
        (modes, modeCodes) = (memory.take(UInt8.self, count: 16), memory.take(UInt8.self, count: 16))
        luma = memory.take(Int16.self, count: 256)
        (chromaMeans, chroma) = (memory.take(Int16.self, count: 8), memory.take(Int16.self, count: 128))
        counts = memory.take(UInt8.self, count: 26)
    }

    /// Returns the raster index of a 4x4 block of luma, from its index in coding order (6.4.3).
    @inline(__always) static func raster(_ block: Int) -> Int {
        block & 1 | (block & 4) >> 1 | (block & 2) << 1 | block & 8
    }

    /// The zig-zag scan of a 4x4 block (8.5.6).
    static let scan: [Int] = [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15]

    /// Sets the numbers of levels to zero.
    func clearCounts() { counts.update(repeating: 0, count: 26) }
}
