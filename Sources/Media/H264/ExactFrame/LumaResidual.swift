/// The search for levels of a macroblock's luma that decoders reconstruct exactly.
struct LumaResidual {
    private let transform: BlockTransform
    private let search: LevelSearch

    /// The differences between the samples and the prediction.
    var residual: BlockVectors { transform.residual }

    init(_ memory: ScratchMemory, scale: LevelScale) {
        transform = BlockTransform(memory, scales: [scale])
        search = LevelSearch(memory, transform: transform, scales: [scale])
    }

    /// Finds levels and stores them in the macroblock.
    /// - Returns: False if no exact levels were found.
    func code(_ macroblock: inout IntraMacroblock) -> Bool {
        transform.forward()
        transform.quantize()
        transform.scale(from: 0)
        var wrong = transform.inverse()
        while wrong != 0 {
            guard search.repair(wrong.trailingZeroBitCount) else { return false }
            wrong &= wrong - 1
        }
        store(&macroblock)
        return true
    }

    private func store(_ macroblock: inout IntraMacroblock) {
        for block in 0..<16 {
            let levels = macroblock.lumaLevels + block * 16
            let totalCoeff = transform.store(IntraMacroblock.raster(block), from: 0, to: levels)
            macroblock.totalCoeffs[block] = totalCoeff
            if totalCoeff > 0 { macroblock.codedBlockPattern |= 1 << UInt8(block >> 2) }
        }
    }
}

extension BlockTransform {
    /// Stores the levels of a block in zig-zag order.
    /// - Returns: The number of nonzero levels.
    func store(_ block: Int, from first: Int, to scanned: UnsafeMutablePointer<Int16>) -> UInt8 {
        var count: UInt8 = 0
        IntraMacroblock.zigzagScan.withUnsafeBufferPointer { scan in
            for index in first..<16 {
                let level = levels.values[scan[index] * 16 + block]
                scanned[index] = level
                count += level == 0 ? 0 : 1
            }
        }
        return count
    }
}
