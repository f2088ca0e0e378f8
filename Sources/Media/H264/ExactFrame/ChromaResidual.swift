/// Finds levels of a macroblock's chroma of which decoders get it to the bit. The first coefficients of a component's four blocks are
/// transformed once more (ITU-T H.264, 8.5.11), so that a level of theirs changes all four.
struct ChromaResidual {
    private let transform: BlockTransform
    private let search: LevelSearch
    private let scales: [LevelScale]
    /// The levels of the first coefficients, and what decoders make of them: four of each component.
    private let means: UnsafeMutablePointer<Int32>
    private let coefficients: UnsafeMutablePointer<Int32>

    /// Levels of means that are changed for one component, at most.
    private static let maxSteps = 4

    /// What is left of the samples when they are predicted.
    var residual: BlockVectors { transform.residual }

    /// - Parameter scales: of Cb and Cr.
    init(_ memory: ScratchMemory, _ scales: [LevelScale]) {
        transform = BlockTransform(memory, scales)
        search = LevelSearch(memory, transform, scales)
        self.scales = scales
        (means, coefficients) = (memory.take(Int32.self, count: 8), memory.take(Int32.self, count: 8))
    }

    /// - Returns: whether there are such.
    func code(_ macroblock: inout IntraMacroblock) -> Bool {
        transform.forward()
        guard quantizeMeans(0), quantizeMeans(1) else { return false }
        transform.quantize()
        transform.scale(from: 1)
        for component in 0..<2 { scaleMeans(component) }
        for block in 0..<8 {
            transform.coefficients.values[block] = Int16(truncatingIfNeeded: coefficients[block])
        }
        let wrong = transform.inverse()
        for component in 0..<2 where wrong >> UInt16(component * 4) & 15 != 0 {
            guard repair(component) else { return false }
        }
        store(&macroblock)
        return true
    }

    /// The sums and differences of four numbers: the transform of 2x2, which is its own inverse but for a factor.
    private static func transform(_ values: UnsafeMutablePointer<Int32>) {
        let (top, bottom) = (values[0] + values[1], values[2] + values[3])
        let (left, right) = (values[0] - values[1], values[2] - values[3])
        (values[0], values[1], values[2], values[3]) = (top + bottom, left + right, top - bottom, left - right)
    }

    /// - Returns: whether the levels are not too large, as those of lists with very small values are.
    private func quantizeMeans(_ component: Int) -> Bool {
        let levels = means + component * 4
        for block in 0..<4 { levels[block] = Int32(transform.coefficients.values[component * 4 + block]) }
        Self.transform(levels)
        // A level is a fourth of a sum, and 32 of the scale are one of the coefficient.
        let scale = max(scales[component].values[0], 1)
        for block in 0..<4 {
            let size = (abs(levels[block]) * 64 + scale) / (2 * scale)
            levels[block] = levels[block] < 0 ? -size : size
            guard size < Int16.max - 16 else { return false }
        }
        return true
    }

    /// 8.5.11.1 and 8.5.11.2.
    private func scaleMeans(_ component: Int) {
        let values = coefficients + component * 4
        for block in 0..<4 { values[block] = means[component * 4 + block] }
        Self.transform(values)
        for block in 0..<4 { values[block] = (values[block] * scales[component].values[0]) >> 5 }
    }

    private func repair(_ component: Int) -> Bool {
        for _ in 0..<Self.maxSteps {
            if repairBlocks(component) { return true }
            stepMeans(component)
        }
        return repairBlocks(component)
    }

    private func repairBlocks(_ component: Int) -> Bool {
        for block in component * 4..<component * 4 + 4 {
            guard search.repair(block, mean: coefficients[block], scale: component) else { return false }
        }
        return true
    }

    /// Changes the level of means by which the samples are out the least.
    private func stepMeans(_ component: Int) {
        var best: (sum: Int32, place: Int, step: Int32) = (.max, 0, 1)
        for place in component * 4..<component * 4 + 4 {
            for step: Int32 in [-1, 1] {
                means[place] += step
                scaleMeans(component)
                let sum = excess(component)
                if sum < best.sum { best = (sum, place, step) }
                means[place] -= step
            }
        }
        means[best.place] += best.step
        scaleMeans(component)
    }

    private func excess(_ component: Int) -> Int32 {
        var sum: Int32 = 0
        for block in component * 4..<component * 4 + 4 {
            sum += search.measure(block, mean: coefficients[block], scale: component)
        }
        return sum
    }

    private func store(_ macroblock: inout IntraMacroblock) {
        for component in 0..<2 {
            var count: UInt8 = 0
            for block in component * 4..<component * 4 + 4 {
                macroblock.chromaMeans[block] = Int16(truncatingIfNeeded: means[block])
                count += means[block] == 0 ? 0 : 1
                let levels = macroblock.chroma + block * 16
                let own = transform.store(block, from: 1, to: levels)
                macroblock.counts[IntraMacroblock.chromaCounts + block] = own
                if own > 0 { macroblock.pattern = macroblock.pattern & 15 | 0x20 }
            }
            macroblock.counts[IntraMacroblock.meanCounts + component] = count
            if count > 0, macroblock.pattern < 0x20 { macroblock.pattern = macroblock.pattern & 15 | 0x10 }
        }
    }
}
