/// The numbers of nonzero levels of a macroblock's 4x4 blocks and of the blocks to its left and above it. Entropy
/// coders derive `nC` and `ctxIdxInc` from them.
struct BlockCounts {
    private let values: UnsafeMutablePointer<UInt8>
    private let none: UInt8
    /// The index of each block in `values` and the distance between rows: 16 blocks of luma, four of Cb, four of Cr.
    private static let places: [(place: Int, stride: Int)] =
        (0..<16).map { number in
            let raster = IntraMacroblock.raster(number)
            return ((raster >> 2 + 1) * 5 + raster & 3 + 1, 5)
        }
        + (0..<8).map { number in (25 + number / 4 * 9 + (number >> 1 & 1 + 1) * 3 + number & 1 + 1, 3) }
    private let places = Self.places

    /// Creates the counts.
    /// - Parameter none: The number for blocks of macroblocks that are outside the frame.
    init(_ memory: ScratchMemory, none: UInt8) {
        values = memory.take(UInt8.self, count: 25 + 9 + 9)
        self.none = none
    }

    /// Loads the counts of the next macroblock's neighbours.
    func load(_ neighbours: MacroblockNeighbours) {
        let nothing = SIMD8<UInt8>(repeating: none)
        let (left, above) = (neighbours.left?.rightCounts ?? nothing, neighbours.above?.bottomCounts ?? nothing)
        for place in 0..<4 { (values[1 + place], values[5 + place * 5]) = (above[place], left[place]) }
        for component in 0..<2 {
            let start = values + 25 + component * 9
            for place in 0..<2 {
                let number = 4 + component * 2 + place
                (start[1 + place], start[3 + place * 3]) = (above[number], left[number])
            }
        }
    }

    /// Sets the number of nonzero levels of a block.
    /// - Parameter block: 0..<16 for luma, 16..<24 for chroma.
    @inline(__always) func set(_ count: UInt8, _ block: Int) { values[places[block].place] = count }

    /// Returns the counts of the blocks to the left of a block and above it.
    @inline(__always) func beside(_ block: Int) -> (left: UInt8, above: UInt8) {
        let (place, stride) = places[block]
        return (values[place - 1], values[place - stride])
    }
}
