import BitCoding

/// A writer of macroblocks with CAVLC (ITU-T H.264, 9.2).
struct VariableLengthMacroblocks: MacroblockCoder {
    private let codes = CoefficientCodes()
    private let counts: BlockCounts
    /// The nonzero levels of a block, the highest frequency first, and the number of zeros before each.
    private let levels: UnsafeMutablePointer<Int32>
    private let runs: UnsafeMutablePointer<UInt8>
    /// The `codeNum` of each `coded_block_pattern`.
    private let patternCodes: [UInt8]

    private static let none: UInt8 = 255

    private let hasTransform8x8: Bool

    init(_ memory: ScratchMemory, hasTransform8x8: Bool) {
        self.hasTransform8x8 = hasTransform8x8
        counts = BlockCounts(memory, none: Self.none)
        (levels, runs) = (memory.take(Int32.self, count: 16), memory.take(UInt8.self, count: 16))
        var patternCodes = [UInt8](repeating: 0, count: 48)
        for (code, pattern) in zip(UInt8(0)..., CoefficientCodes.patterns) { patternCodes[Int(pattern)] = code }
        self.patternCodes = patternCodes
    }

    mutating func beginSamples(beside neighbours: MacroblockNeighbours, to writer: inout BitWriter) {
        writer.ue(25)
        writer.align(with: false)
    }

    mutating func end(isLast: Bool, to writer: inout BitWriter) { if isLast { writer.bit(true) } }

    mutating func write(
        _ macroblock: IntraMacroblock, beside neighbours: MacroblockNeighbours, to writer: inout BitWriter
    ) -> Bool {
        guard macroblock.kind != .samples else { return false }
        let start = (mark: writer.mark, count: writer.count)
        writeHeader(macroblock, to: &writer)
        counts.load(neighbours)
        if writeResidual(macroblock, to: &writer), writer.count - start.count < Self.sampleBits { return true }
        writer.rewind(to: start.mark)
        return false
    }

    /// Writes the syntax elements before the residual.
    private func writeHeader(_ macroblock: IntraMacroblock, to writer: inout BitWriter) {
        if case .whole(let mode) = macroblock.kind {
            writer.ue(1 + UInt32(mode) + UInt32(macroblock.pattern >> 4) * 4)
            writer.ue(UInt32(macroblock.chromaMode))
            // `mb_qp_delta`.
            return writer.se(0)
        }
        writer.ue(0)
        // `transform_size_8x8_flag`.
        if hasTransform8x8 { writer.bit(false) }
        for block in 0..<16 {
            let code = macroblock.modeCodes[block]
            // `prev_intra4x4_pred_mode_flag` is 1, or it is 0 and `rem_intra4x4_pred_mode` follows.
            if code == 8 { writer.bits(1, count: 1) } else { writer.bits(UInt32(code), count: 4) }
        }
        writer.ue(UInt32(macroblock.chromaMode))
        writer.ue(UInt32(patternCodes[Int(macroblock.pattern)]))
        if macroblock.pattern != 0 { writer.se(0) }
    }

    /// Writes the residual.
    /// - Returns: False if a level is too large.
    private func writeResidual(_ macroblock: IntraMacroblock, to writer: inout BitWriter) -> Bool {
        // `Intra_16x16` always has the block of DC levels (9.2.1).
        if case .whole = macroblock.kind { codes.writeToken(0, ones: 0, near: near(0), to: &writer) }
        for block in 0..<16 {
            counts.set(macroblock.counts[block], block)
            guard macroblock.pattern >> UInt8(block >> 2) & 1 == 1 else { continue }
            guard write(macroblock.luma + block * 16, 0..<16, macroblock.counts[block], near(block), to: &writer)
            else { return false }
        }
        guard macroblock.pattern >= 0x10 else { return true }
        for component in 0..<2 {
            let count = macroblock.counts[IntraMacroblock.meanCounts + component]
            guard write(macroblock.chromaMeans + component * 4, 0..<4, count, nil, to: &writer) else { return false }
        }
        guard macroblock.pattern >= 0x20 else { return true }
        for block in 0..<8 {
            let number = IntraMacroblock.chromaCounts + block
            counts.set(macroblock.counts[number], number)
            guard
                write(macroblock.chroma + block * 16, 1..<16, macroblock.counts[number], near(number), to: &writer)
            else { return false }
        }
        return true
    }

    /// Returns `nC`.
    private func near(_ block: Int) -> Int {
        let (left, above) = counts.beside(block)
        if left == Self.none { return above == Self.none ? 0 : Int(above) }
        return above == Self.none ? Int(left) : (Int(left) + Int(above) + 1) >> 1
    }

    /// Writes the levels of a block: `residual_block_cavlc()` (7.3.5.3.2).
    /// - Parameter near: `nC`; nil for the DC levels of chroma.
    /// - Returns: False if a level is too large.
    private func write(
        _ scanned: UnsafePointer<Int16>, _ range: Range<Int>, _ count: UInt8, _ near: Int?, to writer: inout BitWriter
    ) -> Bool {
        let total = Int(count)
        let (ones, zeros) = collect(scanned, range)
        if let near {
            codes.writeToken(total, ones: ones, near: near, to: &writer)
        } else {
            codes.writeMeanToken(total, ones: ones, to: &writer)
        }
        guard total > 0 else { return true }
        for place in 0..<ones { writer.bits(levels[place] < 0 ? 1 : 0, count: 1) }
        guard writeLevels(total, ones: ones, to: &writer) else { return false }
        if total < range.count { codes.writeZeros(zeros, total: total, isMeans: near == nil, to: &writer) }
        var left = zeros
        for place in 0..<total - 1 where left > 0 {
            codes.writeRun(Int(runs[place]), left: left, to: &writer)
            left -= Int(runs[place])
        }
        return true
    }

    /// Collects the nonzero levels of a block.
    /// - Returns: The number of trailing ones, at most three, and of the zeros below the highest level.
    private func collect(_ scanned: UnsafePointer<Int16>, _ range: Range<Int>) -> (ones: Int, zeros: Int) {
        var (found, ones, zeros, run) = (0, 0, 0, 0)
        for place in range.reversed() {
            let level = Int32(scanned[place])
            guard level != 0 else {
                if found > 0 { (run, zeros) = (run + 1, zeros + 1) }
                continue
            }
            if found > 0 { runs[found - 1] = UInt8(truncatingIfNeeded: run) }
            if abs(level) == 1, ones == found, ones < 3 { ones += 1 }
            levels[found] = level
            (found, run) = (found + 1, 0)
        }
        return (ones, zeros)
    }

    /// Writes the levels after the trailing ones (9.2.2.1).
    /// - Returns: False if a level is too large.
    private func writeLevels(_ total: Int, ones: Int, to writer: inout BitWriter) -> Bool {
        var suffixLength = total > 10 && ones < 3 ? 1 : 0
        for place in ones..<max(total, ones) {
            let level = levels[place]
            var code = UInt32(truncatingIfNeeded: level > 0 ? 2 * level - 2 : -2 * level - 1)
            // The first level cannot be 1 or -1, which would be another trailing one: its code is 2 less.
            if place == ones, ones < 3 { code -= 2 }
            guard CoefficientCodes.writeLevel(code, suffixLength: suffixLength, to: &writer) else { return false }
            if suffixLength == 0 { suffixLength = 1 }
            if abs(level) > 3 << Int32(suffixLength - 1), suffixLength < 6 { suffixLength += 1 }
        }
        return true
    }
}
