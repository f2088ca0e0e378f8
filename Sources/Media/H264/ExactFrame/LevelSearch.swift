/// A search for levels, near the nearest ones, from which decoders reconstruct a block exactly (ITU-T H.264, 8.5.12).
///
/// At quantizer 0 the step is 5/8 of a sample's step, so that about 1,800 (1.6^16) combinations of levels give each
/// block. Still, rounding to the nearest levels fails for one in twelve blocks of noise. It fails for two in five
/// blocks in which only a sample or two differ. With coarse scaling lists there may be no exact levels.
struct LevelSearch {
    private let transform: BlockTransform
    /// The change of each sample if a level increases by 1, for each scale, sample and level, in 1/64.
    private let effects: BlockVectors
    /// The samples that decoders compute, and their differences to the wanted samples, both in 1/64.
    private let samples: UnsafeMutablePointer<Int32>
    private let errors: UnsafeMutablePointer<Int16>

    /// The largest number of level changes for one block. Most blocks need one or two.
    private static let maxSteps = 12
    /// The wanted distance of a sample from the next rounding boundary, of 32. With a smaller distance the search fails
    /// if levels are small; with a larger one there may be no solution.
    private static let margin: Int16 = 8

    init(_ memory: ScratchMemory, transform: BlockTransform, scales: [LevelScale]) {
        self.transform = transform
        effects = BlockVectors(memory, count: scales.count * 16)
        samples = memory.take(Int32.self, count: 16)
        errors = memory.take(Int16.self, count: 16)
        for (number, scale) in scales.enumerated() {
            for sample in 0..<16 {
                for place in 0..<16 {
                    effects.values[(number * 16 + sample) * 16 + place] = scale.effect(
                        of: place, onRow: sample / 4, column: sample % 4)
                }
            }
        }
    }

    /// Changes the levels of a block.
    /// - Parameters:
    ///   - dc: The DC coefficient, if it is coded separately.
    ///   - scale: The index of the scale.
    /// - Returns: True if decoders reconstruct the block exactly.
    func repair(_ block: Int, dc: Int32? = nil, scale: Int = 0) -> Bool {
        var last: (place: Int, step: Int16) = (-1, 0)
        for _ in 0..<Self.maxSteps {
            if measure(block, dc: dc, scale: scale) == 0 { return true }
            let best = bestStep(scale, from: dc == nil ? 0 : 1, without: last)
            transform.levels.values[best.place * 16 + block] &+= best.step
            last = (best.place, -best.step)
        }
        return measure(block, dc: dc, scale: scale) == 0
    }

    /// Computes the samples of a block and their errors.
    /// - Returns: The sum of the distances by which samples lie outside the range that is rounded to the wanted value.
    @discardableResult
    func measure(_ block: Int, dc: Int32?, scale: Int) -> Int32 {
        invert(block, dc: dc, scale: scale)
        var sum: Int32 = 0
        for sample in 0..<16 {
            let error = samples[sample] - Int32(transform.residual.values[sample * 16 + block]) << 6
            errors[sample] = Int16(clamping: min(max(error, -1024), 1024))
            sum += max(error - 31, 0) + max(-32 - error, 0)
        }
        return sum
    }

    /// Finds the best change of one level.
    /// - Returns: The index of the level and the step, 1 or -1, with the smallest error.
    private func bestStep(
        _ scale: Int, from first: Int, without last: (place: Int, step: Int16)
    ) -> (place: Int, step: Int16) {
        var (more, less) = (BlockVector(), BlockVector())
        for sample in 0..<16 {
            let effect = effects[scale * 16 + sample]
            let error = BlockVector(repeating: errors[sample])
            more &+= Self.excess(error &+ effect)
            less &+= Self.excess(error &- effect)
        }
        var best: (place: Int, step: Int16) = (first, 1)
        var minimum = Int16.max
        for place in first..<16 {
            if more[place] < minimum, (place, 1) != last { (best, minimum) = ((place, 1), more[place]) }
            if less[place] < minimum, (place, -1) != last { (best, minimum) = ((place, -1), less[place]) }
        }
        return best
    }

    @inline(__always) private static func excess(_ error: BlockVector) -> BlockVector {
        (error &- (31 - margin)).positive &+ (BlockVector(repeating: margin - 32) &- error).positive
    }

    /// Computes a block's samples as decoders do (8.5.12).
    private func invert(_ block: Int, dc: Int32?, scale: Int) {
        for place in 0..<16 { samples[place] = transform.coefficient(place, of: block) }
        if let dc { samples[0] = dc }
        for row in 0..<4 { Self.invert(samples + row * 4, stride: 1) }
        for column in 0..<4 { Self.invert(samples + column, stride: 4) }
    }

    @inline(__always) private static func invert(_ line: UnsafeMutablePointer<Int32>, stride: Int) {
        let (a, b, c, d) = (line[0], line[stride], line[2 * stride], line[3 * stride])
        let (sum, difference) = (a &+ c, a &- c)
        let (small, large) = (b >> 1 &- d, b &+ d >> 1)
        (line[0], line[stride]) = (sum &+ large, difference &+ small)
        (line[2 * stride], line[3 * stride]) = (difference &- small, sum &- large)
    }
}
