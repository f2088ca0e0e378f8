/// The prediction of a macroblock's 4x4 blocks in all modes (ITU-T H.264, 8.3.1.2), all blocks in parallel. Because the
/// coding is lossless, neighbouring samples are those of the frame itself, and no block depends on another.
struct LumaPrediction {
    private let samples: BlockVectors
    /// The values for prediction: see `Source`.
    private let sources: BlockVectors
    /// The cost of each mode for each block.
    private let costs: BlockVectors
    private let differences: BlockVectors
    private let table: UnsafeMutablePointer<UInt8>

    /// Indices of `sources`.
    private enum Source {
        /// The edge: the left samples from the lowest up, the corner, and the samples above and above
        /// right. The first and the last are doubled.
        static let edge = 0
        static let left = 4
        static let corner = 5
        static let above = 6
        /// Each inner sample of the edge, filtered with both neighbours: (a + 2b + c + 2) >> 2.
        static let smooth = 15
        /// Each inner sample of the edge, averaged with the next one: (a + b + 1) >> 1.
        static let middle = 30
        /// The DC prediction.
        static let dc = 45
        static let count = 46
    }

    private static let modes = 9
    /// The cost that another mode must save, because the predicted mode takes fewer bits.
    private static let modeCost: Int16 = 8

    init(_ memory: ScratchMemory) {
        samples = BlockVectors(memory)
        sources = BlockVectors(memory, count: Source.count)
        costs = BlockVectors(memory, count: Self.modes)
        differences = BlockVectors(memory)
        table = memory.take(UInt8.self, count: Self.modes * 16)
        for mode in 0..<Self.modes {
            for place in 0..<16 {
                table[mode * 16 + place] = UInt8(Self.source(mode, x: place % 4, y: place / 4))
            }
        }
    }

    /// Chooses the modes.
    /// - Parameter residual: Receives the differences between the samples and the prediction.
    /// - Returns: True if any difference is not zero.
    func predict(
        _ macroblock: IntraMacroblock, at place: MacroblockPlace, beside neighbours: MacroblockNeighbours,
        residual: BlockVectors
    ) -> Bool {
        gather(place)
        gatherEdges(place)
        filter()
        predictDC(place)
        measure(place)
        choose(macroblock, beside: neighbours)
        return subtract(macroblock.intra4x4PredModes, into: residual)
    }

    private func gather(_ place: MacroblockPlace) {
        for y in 0..<16 {
            let line = place.luma + y * place.lumaStride
            let values = samples.values + (y & 3) * 64 + (y & ~3)
            for x in 0..<16 { values[(x & 3) * 16 + x >> 2] = Int16(line[x]) }
        }
    }

    /// Gathers the samples at the edges of the blocks. The values outside the frame are not used.
    private func gatherEdges(_ place: MacroblockPlace) {
        let (stride, edge) = (place.lumaStride, sources.values)
        for block in 0..<16 {
            let start = place.luma + (block >> 2) * 4 * stride + (block & 3) * 4
            let hasAbove = place.hasAbove || block > 3
            let hasLeft = place.hasLeft || block & 3 > 0
            let above = hasAbove ? start - stride : start
            for x in 0..<4 { edge[(Source.above + x) * 16 + block] = Int16(above[x]) }
            let right = hasAboveRight(block, at: place)
            for x in 4..<8 { edge[(Source.above + x) * 16 + block] = Int16(above[right ? x : 3]) }
            let left = hasLeft ? start - 1 : start
            for y in 0..<4 { edge[(Source.left - y) * 16 + block] = Int16(left[y * stride]) }
            edge[Source.corner * 16 + block] = hasAbove && hasLeft ? Int16(above[-1]) : 0
        }
        sources[0] = sources[1]
        sources[Source.above + 8] = sources[Source.above + 7]
    }

    /// Returns true if the block above and to the right is coded before this block (6.4.11.4).
    private func hasAboveRight(_ block: Int, at place: MacroblockPlace) -> Bool {
        if block < 3 { return place.hasAbove }
        if block == 3 { return place.hasAboveRight }
        return block & 3 != 3 && block != 5 && block != 13
    }

    private func filter() {
        for place in 1..<14 {
            let (before, own, after) = (sources[place - 1], sources[place], sources[place + 1])
            sources[Source.smooth + place] = (before &+ own &+ own &+ after &+ 2) &>> 2
            sources[Source.middle + place] = (own &+ after &+ 1) &>> 1
        }
    }

    private func predictDC(_ place: MacroblockPlace) {
        let (a, l) = (Source.above, Source.left)
        let above = sources[a] &+ sources[a + 1] &+ sources[a + 2] &+ sources[a + 3]
        let left = sources[l] &+ sources[l - 1] &+ sources[l - 2] &+ sources[l - 3]
        var dc = (above &+ left &+ 4) &>> 3
        if !place.hasLeft { for block in stride(from: 0, to: 16, by: 4) { dc[block] = (above[block] + 2) >> 2 } }
        if !place.hasAbove { for block in 0..<4 { dc[block] = (left[block] + 2) >> 2 } }
        if !place.hasLeft, !place.hasAbove { dc[0] = 128 }
        sources[Source.dc] = dc
    }

    /// Computes the costs of all modes. A mode that needs unavailable samples gets the highest cost.
    private func measure(_ place: MacroblockPlace) {
        for mode in 0..<Self.modes {
            for sample in 0..<16 {
                differences[sample] = samples[sample] &- sources[Int(table[mode * 16 + sample])]
            }
            costs[mode] = Self.cost(of: differences)
        }
        if !place.hasAbove { for mode in [0, 3, 4, 5, 6, 7] { for block in 0..<4 { forbid(mode, in: block) } } }
        if !place.hasLeft { for mode in [1, 4, 5, 6, 8] { for block in 0..<4 { forbid(mode, in: block * 4) } } }
    }

    /// Returns the sum of the magnitudes of a Hadamard transform, an estimate of the bits
    /// for the levels. It is at most 16,320.
    @inline(__always) private static func cost(of values: BlockVectors) -> BlockVector {
        for row in 0..<4 {
            let line = transform(values[row * 4], values[row * 4 + 1], values[row * 4 + 2], values[row * 4 + 3])
            (values[row * 4], values[row * 4 + 1]) = (line.0, line.1)
            (values[row * 4 + 2], values[row * 4 + 3]) = (line.2, line.3)
        }
        var sum = BlockVector()
        for column in 0..<4 {
            let line = transform(values[column], values[column + 4], values[column + 8], values[column + 12])
            sum &+= line.0.magnitudes &+ line.1.magnitudes &+ line.2.magnitudes &+ line.3.magnitudes
        }
        return sum
    }

    @inline(__always) private static func transform(
        _ a: BlockVector, _ b: BlockVector, _ c: BlockVector, _ d: BlockVector
    ) -> (BlockVector, BlockVector, BlockVector, BlockVector) {
        let (first, second) = (a &+ b, c &+ d)
        let (third, fourth) = (a &- b, c &- d)
        return (first &+ second, third &+ fourth, first &- second, third &- fourth)
    }

    private func forbid(_ mode: Int, in block: Int) { costs.values[mode * 16 + block] = Int16.max - Self.modeCost }

    private func choose(_ macroblock: IntraMacroblock, beside neighbours: MacroblockNeighbours) {
        for luma4x4BlkIdx in 0..<16 {
            let block = IntraMacroblock.raster(luma4x4BlkIdx)
            // Without a neighbour, the predicted mode is DC (8.3.1.1).
            let left =
                block & 3 > 0
                ? macroblock.intra4x4PredModes[block - 1] : neighbours.left?.rightIntra4x4PredModes[block >> 2]
            let above =
                block > 3 ? macroblock.intra4x4PredModes[block - 4] : neighbours.above?.bottomIntra4x4PredModes[block]
            let predIntra4x4PredMode = if let left, let above { min(left, above) } else { 2 as UInt8 }
            let mode = cheapestMode(of: block, predicted: predIntra4x4PredMode)
            macroblock.intra4x4PredModes[block] = mode
            macroblock.remIntra4x4PredModes[luma4x4BlkIdx] =
                mode == predIntra4x4PredMode ? 8 : mode < predIntra4x4PredMode ? mode : mode - 1
        }
    }

    private func cheapestMode(of block: Int, predicted predMode: UInt8) -> UInt8 {
        var best = predMode
        var minimum = costs.values[Int(predMode) * 16 + block] - Self.modeCost
        for mode in 0..<Self.modes where costs.values[mode * 16 + block] < minimum {
            (best, minimum) = (UInt8(mode), costs.values[mode * 16 + block])
        }
        return best
    }

    private func subtract(_ modes: UnsafeMutablePointer<UInt8>, into residual: BlockVectors) -> Bool {
        var any: Int16 = 0
        for block in 0..<16 {
            let sources = table + Int(modes[block]) * 16
            for sample in 0..<16 {
                let rest =
                    samples.values[sample * 16 + block] &- self.sources.values[Int(sources[sample]) * 16 + block]
                residual.values[sample * 16 + block] = rest
                any |= rest
            }
        }
        return any != 0
    }

    /// Returns the index in `sources` of the prediction of a sample.
    private static func source(_ mode: Int, x: Int, y: Int) -> Int {
        switch mode {
        case 0: return Source.above + x
        case 1: return Source.left - y
        case 2: return Source.dc
        case 3: return Source.smooth + Source.above + x + y + 1
        case 4: return Source.smooth + Source.corner + x - y
        case 5:
            if 2 * x - y < -1 { return Source.smooth + Source.left + 2 - y }
            return (y % 2 == 0 ? Source.middle : Source.smooth) + Source.corner + x - y / 2
        case 6:
            if 2 * y - x < -1 { return Source.smooth + Source.above + x - 2 }
            let step = y - x / 2
            return x % 2 == 0 ? Source.middle + Source.left - step : Source.smooth + Source.corner - step
        case 7: return (y % 2 == 0 ? Source.middle : Source.smooth + 1) + Source.above + x + y / 2
        default:
            if x + 2 * y > 5 { return Source.left - 3 }
            return (x % 2 == 0 ? Source.middle : Source.smooth) + Source.left - 1 - y - x / 2
        }
    }
}
