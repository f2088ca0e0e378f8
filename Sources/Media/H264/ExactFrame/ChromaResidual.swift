/// The search for levels of a macroblock's chroma that decoders reconstruct exactly. The DC
/// coefficients of a component's four blocks have a transform of their own (ITU-T H.264, 8.5.11). One
/// DC level therefore changes all four blocks.
struct ChromaResidual {
    private let transform: BlockTransform
    private let search: LevelSearch
    private let scales: [LevelScale]
    /// The DC levels, and the DC coefficients that decoders compute from them: four of each component.
    private let dcLevels: UnsafeMutablePointer<Int32>
    private let dcCoefficients: UnsafeMutablePointer<Int32>

    /// The largest number of changes of DC levels for one component.
    private static let maxSteps = 4

    /// The differences between the samples and the prediction.
    var residual: BlockVectors { transform.residual }

    /// Creates the search.
    /// - Parameter scales: The scales of Cb and Cr.
    init(_ memory: ScratchMemory, scales: [LevelScale]) {
        transform = BlockTransform(memory, scales: scales)
        search = LevelSearch(memory, transform: transform, scales: scales)
        self.scales = scales
        (dcLevels, dcCoefficients) = (memory.take(Int32.self, count: 8), memory.take(Int32.self, count: 8))
    }

    /// Finds levels and stores them in the macroblock.
    /// - Returns: False if no exact levels were found.
    func code(_ macroblock: inout IntraMacroblock) -> Bool {
        transform.forward()
        guard quantizeDC(0), quantizeDC(1) else { return false }
        transform.quantize()
        transform.scale(from: 1)
        for component in 0..<2 { scaleDC(component) }
        for block in 0..<8 {
            transform.coefficients.values[block] = Int16(truncatingIfNeeded: dcCoefficients[block])
        }
        let wrong = transform.inverse()
        for component in 0..<2 where wrong >> UInt16(component * 4) & 15 != 0 {
            guard repair(component) else { return false }
        }
        store(&macroblock)
        return true
    }

    /// Computes the 2x2 transform in place. It is its own inverse, except for a factor of 4.
    private static func transform(_ values: UnsafeMutablePointer<Int32>) {
        let (top, bottom) = (values[0] + values[1], values[2] + values[3])
        let (left, right) = (values[0] - values[1], values[2] - values[3])
        (values[0], values[1], values[2], values[3]) = (top + bottom, left + right, top - bottom, left - right)
    }

    /// Quantizes the DC coefficients of a component.
    /// - Returns: False if a level is too large, as with very small values in a scaling list.
    private func quantizeDC(_ component: Int) -> Bool {
        let levels = dcLevels + component * 4
        for block in 0..<4 { levels[block] = Int32(transform.coefficients.values[component * 4 + block]) }
        Self.transform(levels)
        // The level is 32 / scale of the sum (8.5.11.2). The factor 4 of two 2x2 transforms equals the ratio of the DC
        // gains of the 4x4 transforms: 64 to 16.
        let scale = max(scales[component].values[0], 1)
        for block in 0..<4 {
            let size = (abs(levels[block]) * 64 + scale) / (2 * scale)
            levels[block] = levels[block] < 0 ? -size : size
            guard size < Int16.max - 16 else { return false }
        }
        return true
    }

    /// Computes the DC coefficients from their levels (8.5.11.1 and 8.5.11.2).
    private func scaleDC(_ component: Int) {
        let values = dcCoefficients + component * 4
        for block in 0..<4 { values[block] = dcLevels[component * 4 + block] }
        Self.transform(values)
        for block in 0..<4 { values[block] = (values[block] * scales[component].values[0]) >> 5 }
    }

    private func repair(_ component: Int) -> Bool {
        for _ in 0..<Self.maxSteps {
            if repairBlocks(component) { return true }
            stepDC(component)
        }
        return repairBlocks(component)
    }

    private func repairBlocks(_ component: Int) -> Bool {
        for block in component * 4..<component * 4 + 4 {
            guard search.repair(block, dc: dcCoefficients[block], scale: component) else { return false }
        }
        return true
    }

    /// Changes the DC level by 1 so that the error of the samples becomes smallest.
    private func stepDC(_ component: Int) {
        var best: (sum: Int32, place: Int, step: Int32) = (.max, 0, 1)
        for place in component * 4..<component * 4 + 4 {
            for step: Int32 in [-1, 1] {
                dcLevels[place] += step
                scaleDC(component)
                let sum = excess(component)
                if sum < best.sum { best = (sum, place, step) }
                dcLevels[place] -= step
            }
        }
        dcLevels[best.place] += best.step
        scaleDC(component)
    }

    private func excess(_ component: Int) -> Int32 {
        var sum: Int32 = 0
        for block in component * 4..<component * 4 + 4 {
            sum += search.measure(block, dc: dcCoefficients[block], scale: component)
        }
        return sum
    }

    private func store(_ macroblock: inout IntraMacroblock) {
        for component in 0..<2 {
            var totalCoeff: UInt8 = 0
            for block in component * 4..<component * 4 + 4 {
                macroblock.chromaDCLevels[block] = Int16(truncatingIfNeeded: dcLevels[block])
                totalCoeff += dcLevels[block] == 0 ? 0 : 1
                let levels = macroblock.chromaACLevels + block * 16
                let own = transform.store(block, from: 1, to: levels)
                macroblock.totalCoeffs[IntraMacroblock.chromaACIndex + block] = own
                if own > 0 { macroblock.codedBlockPattern = macroblock.codedBlockPattern & 15 | 0x20 }
            }
            macroblock.totalCoeffs[IntraMacroblock.chromaDCIndex + component] = totalCoeff
            if totalCoeff > 0, macroblock.codedBlockPattern < 0x20 {
                macroblock.codedBlockPattern = macroblock.codedBlockPattern & 15 | 0x10
            }
        }
    }
}
