/// `total_coeff` of a macroblock's 4x4 blocks and of the blocks to its left and above it: their numbers of nonzero
/// levels. Entropy coders derive `nC` and `ctxIdxInc` from them.
struct TotalCoeffs {
    private let values: UnsafeMutablePointer<UInt8>
    private let unavailable: UInt8
    /// The index of each block in `values` and the distance between rows: 16 blocks of luma, four of Cb, four of Cr.
    private static let indices: [(index: Int, stride: Int)] =
        (0..<16).map { block in
            let raster = IntraMacroblock.raster(block)
            return ((raster >> 2 + 1) * 5 + raster & 3 + 1, 5)
        }
        + (0..<8).map { block in (25 + block / 4 * 9 + (block >> 1 & 1 + 1) * 3 + block & 1 + 1, 3) }
    private let indices = Self.indices

    /// Creates the counts.
    /// - Parameter unavailable: The number for blocks of macroblocks that are outside the frame.
    init(_ memory: ScratchMemory, unavailable: UInt8) {
        values = memory.take(UInt8.self, count: 25 + 9 + 9)
        self.unavailable = unavailable
    }

    /// Loads the counts of the next macroblock's neighbours.
    func load(_ neighbours: MacroblockNeighbours) {
        let missing = SIMD8<UInt8>(repeating: unavailable)
        let (left, above) = (
            neighbours.left?.rightTotalCoeffs ?? missing, neighbours.above?.bottomTotalCoeffs ?? missing
        )
        for edge in 0..<4 { (values[1 + edge], values[5 + edge * 5]) = (above[edge], left[edge]) }
        for component in 0..<2 {
            let start = values + 25 + component * 9
            for edge in 0..<2 {
                let block = 4 + component * 2 + edge
                (start[1 + edge], start[3 + edge * 3]) = (above[block], left[block])
            }
        }
    }

    /// Sets the number of nonzero levels of a block.
    /// - Parameter block: 0..<16 for luma, 16..<24 for chroma.
    @inline(__always) func set(_ totalCoeff: UInt8, for block: Int) { values[indices[block].index] = totalCoeff }

    /// Returns the counts of the blocks to the left of a block and above it.
    @inline(__always) func beside(_ block: Int) -> (left: UInt8, above: UInt8) {
        let (index, stride) = indices[block]
        return (values[index - 1], values[index - stride])
    }
}
