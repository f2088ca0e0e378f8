/// Finds levels near the nearest ones by which decoders get a block to the bit. At the finest quantizer a level is five eighths of
/// what would lose nothing, so that rounding misses one block of noise in twelve, and two of five in which but a sample or two
/// differ; while some 1800 choices of levels hit each block. Where scaling lists are coarse there may be none.
struct LevelSearch {
    private let transform: BlockTransform
    /// For each scale: what a level of one of each coefficient adds to a sample, sample by sample, in 1/64.
    private let effects: BlockVectors
    /// What decoders get, and the same less what they should get, in 1/64.
    private let samples: UnsafeMutablePointer<Int32>
    private let errors: UnsafeMutablePointer<Int16>

    /// Levels that are changed for one block, at most; mostly it takes one or two.
    private static let maxSteps = 12
    /// How far a sample should stay from where it is rounded to another one, of 32: by less the search goes astray where levels
    /// are small, by more it asks for what there is not.
    private static let margin: Int16 = 8

    init(_ memory: ScratchMemory, _ transform: BlockTransform, _ scales: [LevelScale]) {
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
    ///   - mean: its first coefficient, where that is not of a level of its own.
    ///   - scale: which of the scales it goes by.
    /// - Returns: whether decoders get it to the bit.
    func repair(_ block: Int, mean: Int32? = nil, scale: Int = 0) -> Bool {
        var last: (place: Int, step: Int16) = (-1, 0)
        for _ in 0..<Self.maxSteps {
            if measure(block, mean: mean, scale: scale) == 0 { return true }
            let best = bestStep(scale, from: mean == nil ? 0 : 1, without: last)
            transform.levels.values[best.place * 16 + block] &+= best.step
            last = (best.place, -best.step)
        }
        return measure(block, mean: mean, scale: scale) == 0
    }

    /// - Returns: by how much all samples are out of what is rounded to those that they should be.
    @discardableResult
    func measure(_ block: Int, mean: Int32?, scale: Int) -> Int32 {
        invert(block, mean: mean, scale: scale)
        var sum: Int32 = 0
        for sample in 0..<16 {
            let error = samples[sample] - Int32(transform.residual.values[sample * 16 + block]) << 6
            errors[sample] = Int16(clamping: min(max(error, -1024), 1024))
            sum += max(error - 31, 0) + max(-32 - error, 0)
        }
        return sum
    }

    /// - Returns: the step of a level by which the samples would be out the least.
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

    /// One block as decoders invert it (8.5.12).
    private func invert(_ block: Int, mean: Int32?, scale: Int) {
        for place in 0..<16 { samples[place] = transform.coefficient(place, of: block) }
        if let mean { samples[0] = mean }
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
