import BitCoding

/// A writer of macroblocks with CABAC (ITU-T H.264, 9.3).
struct ArithmeticMacroblocks: MacroblockCoder {
    private var encoder: ArithmeticEncoder
    private let counts: BlockCounts
    private let states: UnsafeMutablePointer<UInt8>
    /// The states before the current macroblock.
    private let saved: UnsafeMutablePointer<UInt8>
    private let hasTransform8x8: Bool

    init(_ memory: ScratchMemory, hasTransform8x8: Bool) {
        states = memory.take(UInt8.self, count: ArithmeticContexts.count)
        saved = memory.take(UInt8.self, count: ArithmeticContexts.count)
        for (number, state) in ArithmeticContexts.states.enumerated() { states[number] = state }
        encoder = ArithmeticEncoder(memory, states)
        // Outside the frame, `coded_block_flag` is inferred to be 1 (9.3.3.1.1.9).
        counts = BlockCounts(memory, none: 1)
        self.hasTransform8x8 = hasTransform8x8
    }

    mutating func beginSamples(beside neighbours: MacroblockNeighbours, to writer: inout BitWriter) {
        encoder.encode(true, 3 + Self.typeContext(neighbours), to: &writer)
        encoder.encode(end: true, to: &writer)
    }

    mutating func end(isLast: Bool, to writer: inout BitWriter) { encoder.encode(end: isLast, to: &writer) }

    mutating func write(
        _ macroblock: IntraMacroblock, beside neighbours: MacroblockNeighbours, to writer: inout BitWriter
    ) -> Bool {
        guard macroblock.kind != .samples else { return false }
        let start = (encoder, mark: writer.mark, count: writer.count + encoder.pendingBits)
        saved.update(from: states, count: ArithmeticContexts.count)
        writeType(macroblock, neighbours, to: &writer)
        write(chromaMode: macroblock.chromaMode, neighbours, to: &writer)
        if macroblock.kind == .blocks { write(pattern: macroblock.pattern, neighbours, to: &writer) }
        if macroblock.kind != .blocks || macroblock.pattern != 0 {
            // `mb_qp_delta`.
            encoder.encode(false, 60, to: &writer)
            writeResidual(macroblock, neighbours, to: &writer)
        }
        if writer.count + encoder.pendingBits - start.count < Self.sampleBits { return true }
        encoder = start.0
        writer.rewind(to: start.mark)
        states.update(from: saved, count: ArithmeticContexts.count)
        return false
    }

    /// Returns `ctxIdxInc` of `mb_type`: the number of neighbours that are not `I_NxN`.
    private static func typeContext(_ neighbours: MacroblockNeighbours) -> Int {
        func isOther(_ macroblock: CodedMacroblock?) -> Int { macroblock.map { $0.kind == .blocks ? 0 : 1 } ?? 0 }
        return isOther(neighbours.left) + isOther(neighbours.above)
    }

    /// Writes `mb_type` and the modes of the blocks.
    private mutating func writeType(
        _ macroblock: IntraMacroblock, _ neighbours: MacroblockNeighbours, to writer: inout BitWriter
    ) {
        let context = 3 + Self.typeContext(neighbours)
        guard case .whole(let mode) = macroblock.kind else {
            encoder.encode(false, context, to: &writer)
            if hasTransform8x8 { encoder.encode(false, 399, to: &writer) }
            return writeModes(macroblock.modeCodes, to: &writer)
        }
        encoder.encode(true, context, to: &writer)
        encoder.encode(end: false, to: &writer)
        encoder.encode(false, 6, to: &writer)
        encoder.encode(macroblock.pattern > 0, 7, to: &writer)
        if macroblock.pattern > 0 { encoder.encode(macroblock.pattern >= 0x20, 8, to: &writer) }
        encoder.encode(mode & 2 != 0, 9, to: &writer)
        encoder.encode(mode & 1 != 0, 10, to: &writer)
    }

    private mutating func writeModes(_ codes: UnsafePointer<UInt8>, to writer: inout BitWriter) {
        for block in 0..<16 {
            let code = codes[block]
            encoder.encode(code == 8, 68, to: &writer)
            guard code < 8 else { continue }
            for bit in 0..<3 as Range<UInt8> { encoder.encode(code >> bit & 1 == 1, 69, to: &writer) }
        }
    }

    /// Writes `intra_chroma_pred_mode`.
    private mutating func write(
        chromaMode mode: UInt8, _ neighbours: MacroblockNeighbours, to writer: inout BitWriter
    ) {
        func hasMode(_ macroblock: CodedMacroblock?) -> Int { (macroblock?.chromaMode ?? 0) > 0 ? 1 : 0 }
        encoder.encode(mode > 0, 64 + hasMode(neighbours.left) + hasMode(neighbours.above), to: &writer)
        guard mode > 0 else { return }
        encoder.encode(mode > 1, 67, to: &writer)
        if mode > 1 { encoder.encode(mode > 2, 67, to: &writer) }
    }

    /// Writes `coded_block_pattern` (9.3.3.1.1.4).
    private mutating func write(
        pattern: UInt8, _ neighbours: MacroblockNeighbours, to writer: inout BitWriter
    ) {
        let (left, above) = (neighbours.left?.pattern ?? 0x0F, neighbours.above?.pattern ?? 0x0F)
        func lacks(_ pattern: UInt8, _ quarter: UInt8) -> Int { pattern >> quarter & 1 == 0 ? 1 : 0 }
        let contexts = SIMD4(
            lacks(left, 1) + 2 * lacks(above, 2), lacks(pattern, 0) + 2 * lacks(above, 3),
            lacks(left, 3) + 2 * lacks(pattern, 0), lacks(pattern, 2) + 2 * lacks(pattern, 1))
        for quarter in 0..<4 {
            encoder.encode(pattern >> UInt8(quarter) & 1 == 1, 73 + contexts[quarter], to: &writer)
        }
        let any = (left > 0x0F ? 1 : 0) + (above > 0x0F ? 2 : 0)
        encoder.encode(pattern > 0x0F, 77 + any, to: &writer)
        guard pattern > 0x0F else { return }
        let all = (left >= 0x20 ? 1 : 0) + (above >= 0x20 ? 2 : 0)
        encoder.encode(pattern >= 0x20, 81 + all, to: &writer)
    }

    private mutating func writeResidual(
        _ macroblock: IntraMacroblock, _ neighbours: MacroblockNeighbours, to writer: inout BitWriter
    ) {
        counts.load(neighbours)
        if macroblock.kind != .blocks { writeMeansOfLuma(neighbours, to: &writer) }
        for block in 0..<16 {
            let count = macroblock.counts[block]
            counts.set(count, block)
            guard macroblock.pattern >> UInt8(block >> 2) & 1 == 1 else { continue }
            write(macroblock.luma + block * 16, count, near(block), .luma, to: &writer)
        }
        guard macroblock.pattern >= 0x10 else { return }
        for component in 0..<2 {
            func has(_ macroblock: CodedMacroblock?) -> Int { (macroblock?.meanCounts[component] ?? 1) > 0 ? 1 : 0 }
            let near = has(neighbours.left) + 2 * has(neighbours.above)
            let count = macroblock.counts[IntraMacroblock.meanCounts + component]
            write(macroblock.chromaMeans + component * 4, count, near, .means, to: &writer)
        }
        guard macroblock.pattern >= 0x20 else { return }
        for block in 0..<8 {
            let number = IntraMacroblock.chromaCounts + block
            counts.set(macroblock.counts[number], number)
            write(
                macroblock.chroma + block * 16 + 1, macroblock.counts[number], near(number), .chroma, to: &writer)
        }
    }

    /// Writes `coded_block_flag` 0 for the DC levels of luma of `Intra_16x16`. Of the neighbours, only
    /// `I_PCM` and missing macroblocks count as 1.
    private mutating func writeMeansOfLuma(_ neighbours: MacroblockNeighbours, to writer: inout BitWriter) {
        func has(_ macroblock: CodedMacroblock?) -> Int { macroblock.map { $0.kind == .samples ? 1 : 0 } ?? 1 }
        encoder.encode(false, 85 + has(neighbours.left) + 2 * has(neighbours.above), to: &writer)
    }

    /// Returns `ctxIdxInc` of `coded_block_flag`.
    private func near(_ block: Int) -> Int {
        let (left, above) = counts.beside(block)
        return (left > 0 ? 1 : 0) + (above > 0 ? 2 : 0)
    }

    /// A category of blocks: its first `ctxIdx` of each syntax element (tables 9-34
    /// and 9-40), and its number of levels.
    private struct Category {
        let coded: Int
        let significant: Int
        let last: Int
        let sizes: Int
        let levels: Int

        private init(_ coded: Int, places: Int, sizes: Int, levels: Int) {
            (self.coded, significant, last) = (85 + coded, 105 + places, 166 + places)
            (self.sizes, self.levels) = (227 + sizes, levels)
        }

        static let luma = Category(8, places: 29, sizes: 20, levels: 16)
        static let means = Category(12, places: 44, sizes: 30, levels: 4)
        static let chroma = Category(16, places: 47, sizes: 39, levels: 15)
    }

    /// Writes the levels of a block: `residual_block_cabac()` (7.3.5.3.3).
    private mutating func write(
        _ levels: UnsafePointer<Int16>, _ count: UInt8, _ near: Int, _ category: Category,
        to writer: inout BitWriter
    ) {
        encoder.encode(count > 0, category.coded + near, to: &writer)
        guard count > 0 else { return }
        let last = writePlaces(levels, count, category, to: &writer)
        writeSizes(levels, last, category, to: &writer)
    }

    /// Writes `significant_coeff_flag` and `last_significant_coeff_flag`.
    /// - Returns: The index of the last level that is not zero.
    private mutating func writePlaces(
        _ levels: UnsafePointer<Int16>, _ count: UInt8, _ category: Category, to writer: inout BitWriter
    ) -> Int {
        var left = count
        for place in 0..<category.levels - 1 {
            let context = category.levels == 4 ? min(place, 2) : place
            let isSignificant = levels[place] != 0
            encoder.encode(isSignificant, category.significant + context, to: &writer)
            guard isSignificant else { continue }
            left -= 1
            encoder.encode(left == 0, category.last + context, to: &writer)
            if left == 0 { return place }
        }
        return category.levels - 1
    }

    /// Writes `coeff_abs_level_minus1` (UEG0 with `uCoff` 14, 9.3.2.3) and the signs.
    private mutating func writeSizes(
        _ levels: UnsafePointer<Int16>, _ last: Int, _ category: Category, to writer: inout BitWriter
    ) {
        var (ones, larger) = (0, 0)
        for place in (0...last).reversed() where levels[place] != 0 {
            let size = Int(levels[place].magnitude) - 1
            encoder.encode(size > 0, category.sizes + (larger > 0 ? 0 : min(4, 1 + ones)), to: &writer)
            if size > 0 {
                let context = category.sizes + 5 + min(category.levels == 4 ? 3 : 4, larger)
                encoder.encode(ones: min(size, 14) - 1, context, to: &writer)
                if size < 14 { encoder.encode(false, context, to: &writer) } else { writeRest(size - 14, to: &writer) }
                larger += 1
            } else {
                ones += 1
            }
            encoder.encodeBypass(levels[place] < 0 ? 1 : 0, count: 1, to: &writer)
        }
    }

    /// Writes the suffix, an Exp-Golomb code of order 0.
    private mutating func writeRest(_ rest: Int, to writer: inout BitWriter) {
        let value = UInt32(truncatingIfNeeded: rest + 1)
        let length = 31 - value.leadingZeroBitCount
        // The code is `length` ones, a zero, and the bits of `value` below its highest.
        var left = 2 * length + 1
        let mask: UInt64 = 1 << UInt64(length) - 1
        let code = mask << UInt64(length + 1) | UInt64(value) & mask
        while left > 0 {
            let count = min(left, 8)
            left -= count
            let bits = UInt32(truncatingIfNeeded: code >> UInt64(left)) & (1 << UInt32(count) - 1)
            encoder.encodeBypass(bits, count: count, to: &writer)
        }
    }
}
