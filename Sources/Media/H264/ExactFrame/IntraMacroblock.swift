/// A macroblock of an I slice, as it is coded (ITU-T H.264, 7.3.5).
struct IntraMacroblock {
    /// Its mb_type.
    enum Kind: Equatable {
        /// I_PCM: its samples as they are.
        case samples
        /// Intra16x16, without residual of luma, by Intra16x16PredMode.
        case whole(mode: UInt8)
        /// I_NxN, of 4x4 blocks.
        case blocks
    }

    var kind = Kind.samples
    /// intra_chroma_pred_mode.
    var chromaMode: UInt8 = 0
    /// Which of the levels are coded: a bit for each quarter of luma, and above them 1 for the means of chroma, 2 for all of chroma.
    var pattern: UInt8 = 0
    /// Intra4x4PredMode of each block, in raster order.
    let modes: UnsafeMutablePointer<UInt8>
    /// The same in the order of the blocks, as it is coded: 8 where it is the one that the neighbours lead to, else
    /// rem_intra4x4_pred_mode.
    let modeCodes: UnsafeMutablePointer<UInt8>
    /// The levels of luma, 16 of each block: the blocks in their order, the levels in that of the scan.
    let luma: UnsafeMutablePointer<Int16>
    /// Four of each component.
    let chromaMeans: UnsafeMutablePointer<Int16>
    /// 16 of each block, of which the first is none.
    let chroma: UnsafeMutablePointer<Int16>
    /// How many levels are not zero, in each of the blocks of luma, in each of the eight of chroma, and of the means of Cb and Cr.
    let counts: UnsafeMutablePointer<UInt8>

    static let chromaCounts = 16
    static let meanCounts = 24

    init(_ memory: ScratchMemory) {
        (modes, modeCodes) = (memory.take(UInt8.self, count: 16), memory.take(UInt8.self, count: 16))
        luma = memory.take(Int16.self, count: 256)
        (chromaMeans, chroma) = (memory.take(Int16.self, count: 8), memory.take(Int16.self, count: 128))
        counts = memory.take(UInt8.self, count: 26)
    }

    /// The raster places of the 4x4 blocks of luma, in their order (6.4.3).
    @inline(__always) static func raster(_ block: Int) -> Int {
        block & 1 | (block & 4) >> 1 | (block & 2) << 1 | block & 8
    }

    /// The zig-zag scan of a 4x4 block (8.5.6).
    static let scan: [Int] = [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15]

    /// Forgets the residual.
    func clearCounts() { counts.update(repeating: 0, count: 26) }
}
