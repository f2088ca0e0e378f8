/// The transform of 16 blocks in parallel: forward, and inverse as in decoders.
struct BlockTransform {
    let residual: BlockVectors
    let levels: BlockVectors
    /// The coefficients of the forward transform, then the scaled levels. The inverse transform
    /// overwrites them with its intermediate rows.
    let coefficients: BlockVectors
    /// The factors of quantization for each coefficient of each block.
    private let factors: UnsafeMutablePointer<Int32>
    private let scales: UnsafeMutablePointer<Int32>

    /// Creates a transform.
    /// - Parameter scales: A single scale for all 16 blocks, or a scale for every four blocks.
    init(_ memory: ScratchMemory, scales: [LevelScale]) {
        (residual, levels) = (BlockVectors(memory), BlockVectors(memory))
        coefficients = BlockVectors(memory)
        factors = memory.take(Int32.self, count: 256)
        self.scales = memory.take(Int32.self, count: 256)
        for place in 0..<16 {
            for block in 0..<16 {
                let scale = scales[scales.count == 1 ? 0 : min(block / 4, scales.count - 1)]
                factors[place * 16 + block] = scale.factor(place)
                self.scales[place * 16 + block] = scale.values[place]
            }
        }
    }

    /// Computes the forward core transform of the residual into `coefficients`.
    func forward() {
        for row in 0..<4 {
            let line = Self.forward(
                residual[row * 4], residual[row * 4 + 1], residual[row * 4 + 2], residual[row * 4 + 3])
            (coefficients[row * 4], coefficients[row * 4 + 1]) = (line.0, line.1)
            (coefficients[row * 4 + 2], coefficients[row * 4 + 3]) = (line.2, line.3)
        }
        for column in 0..<4 {
            let line = Self.forward(
                coefficients[column], coefficients[column + 4], coefficients[column + 8], coefficients[column + 12])
            (coefficients[column], coefficients[column + 4]) = (line.0, line.1)
            (coefficients[column + 8], coefficients[column + 12]) = (line.2, line.3)
        }
    }

    /// Rounds the coefficients to the nearest levels.
    func quantize() {
        let (values, levels) = (coefficients.values, levels.values)
        for place in 0..<256 {
            levels[place] = Int16(truncatingIfNeeded: (Int32(values[place]) &* factors[place] &+ 32_768) >> 16)
        }
    }

    /// Scales the levels to coefficients as decoders do (8.5.12.1).
    /// - Parameter first: The first coefficient to scale: 1 for chroma, whose DC levels are coded separately.
    func scale(from first: Int) {
        let (values, levels) = (coefficients.values, levels.values)
        for place in first * 16..<256 {
            values[place] = Int16(truncatingIfNeeded: (Int32(levels[place]) &* scales[place] &+ 8) >> 4)
        }
    }

    /// Computes the inverse transform of the coefficients (8.5.12.2) and compares it with the residual.
    /// - Returns: A bit set of the blocks in which any sample differs from the residual.
    func inverse() -> UInt16 {
        for row in 0..<4 {
            let line = Self.inverse(
                coefficients[row * 4], coefficients[row * 4 + 1], coefficients[row * 4 + 2], coefficients[row * 4 + 3])
            (coefficients[row * 4], coefficients[row * 4 + 1]) = (line.0, line.1)
            (coefficients[row * 4 + 2], coefficients[row * 4 + 3]) = (line.2, line.3)
        }
        var differences = BlockVector()
        for column in 0..<4 {
            let line = Self.inverse(
                coefficients[column], coefficients[column + 4], coefficients[column + 8], coefficients[column + 12])
            differences |= (line.0 &+ 32) &>> 6 ^ residual[column]
            differences |= (line.1 &+ 32) &>> 6 ^ residual[column + 4]
            differences |= (line.2 &+ 32) &>> 6 ^ residual[column + 8]
            differences |= (line.3 &+ 32) &>> 6 ^ residual[column + 12]
        }
        var wrong: UInt16 = 0
        for block in 0..<16 where differences[block] != 0 { wrong |= 1 << UInt16(block) }
        return wrong
    }

    /// Returns one coefficient of one block, as decoders scale it from its level.
    @inline(__always) func coefficient(_ place: Int, of block: Int) -> Int32 {
        (Int32(levels.values[place * 16 + block]) &* scales[place * 16 + block] &+ 8) >> 4
    }

    private typealias Line = (BlockVector, BlockVector, BlockVector, BlockVector)

    @inline(__always) private static func forward(
        _ a: BlockVector, _ b: BlockVector, _ c: BlockVector, _ d: BlockVector
    ) -> Line {
        let (outer, inner) = (a &+ d, b &+ c)
        let (slope, curve) = (a &- d, b &- c)
        return (outer &+ inner, slope &+ slope &+ curve, outer &- inner, slope &- curve &- curve)
    }

    @inline(__always) private static func inverse(
        _ a: BlockVector, _ b: BlockVector, _ c: BlockVector, _ d: BlockVector
    ) -> Line {
        let (sum, difference) = (a &+ c, a &- c)
        let (small, large) = (b &>> 1 &- d, b &+ d &>> 1)
        return (sum &+ large, difference &+ small, difference &- small, sum &- large)
    }
}
