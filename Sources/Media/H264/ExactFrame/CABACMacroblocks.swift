import BitCoding

/// A writer of macroblocks with CABAC (ITU-T H.264, 9.3).
struct CABACMacroblocks: MacroblockCoder {
    private var encoder: CABACEncoder
    private let totalCoeffs: TotalCoeffs
    private let states: UnsafeMutablePointer<UInt8>
    /// The states before the current macroblock.
    private let saved: UnsafeMutablePointer<UInt8>
    private let transform8x8Mode: Bool

    init(_ memory: ScratchMemory, transform8x8Mode: Bool) {
        states = memory.take(UInt8.self, count: CABACContexts.count)
        saved = memory.take(UInt8.self, count: CABACContexts.count)
        for (ctxIdx, state) in CABACContexts.states.enumerated() { states[ctxIdx] = state }
        encoder = CABACEncoder(memory, states: states)
        // Outside the frame, `coded_block_flag` is inferred to be 1 (9.3.3.1.1.9).
        totalCoeffs = TotalCoeffs(memory, unavailable: 1)
        self.transform8x8Mode = transform8x8Mode
    }

    mutating func beginPCM(beside neighbours: MacroblockNeighbours, to writer: inout BitWriter) {
        encoder.encode(true, ctxIdx: 3 + Self.mbTypeCtxIdxInc(neighbours), to: &writer)
        encoder.encodeTerminate(true, to: &writer)
    }

    mutating func end(isLast: Bool, to writer: inout BitWriter) { encoder.encodeTerminate(isLast, to: &writer) }

    mutating func write(
        _ macroblock: IntraMacroblock, beside neighbours: MacroblockNeighbours, to writer: inout BitWriter
    ) -> Bool {
        guard macroblock.kind != .pcm else { return false }
        let start = (encoder, mark: writer.mark, count: writer.count + encoder.pendingBits)
        saved.update(from: states, count: CABACContexts.count)
        writeMbType(macroblock, beside: neighbours, to: &writer)
        write(intraChromaPredMode: macroblock.intraChromaPredMode, neighbours, to: &writer)
        if macroblock.kind == .intra4x4 {
            write(codedBlockPattern: macroblock.codedBlockPattern, neighbours, to: &writer)
        }
        if macroblock.kind != .intra4x4 || macroblock.codedBlockPattern != 0 {
            // `mb_qp_delta`.
            encoder.encode(false, ctxIdx: 60, to: &writer)
            writeResidual(macroblock, beside: neighbours, to: &writer)
        }
        if writer.count + encoder.pendingBits - start.count < Self.pcmBits { return true }
        encoder = start.0
        writer.rewind(to: start.mark)
        states.update(from: saved, count: CABACContexts.count)
        return false
    }

    /// Returns `ctxIdxInc` of `mb_type`: the number of neighbours that are not `I_NxN`.
    private static func mbTypeCtxIdxInc(_ neighbours: MacroblockNeighbours) -> Int {
        func isOther(_ macroblock: CodedMacroblock?) -> Int { macroblock.map { $0.kind == .intra4x4 ? 0 : 1 } ?? 0 }
        return isOther(neighbours.left) + isOther(neighbours.above)
    }

    /// Writes `mb_type` and the modes of the blocks.
    private mutating func writeMbType(
        _ macroblock: IntraMacroblock, beside neighbours: MacroblockNeighbours, to writer: inout BitWriter
    ) {
        let ctxIdx = 3 + Self.mbTypeCtxIdxInc(neighbours)
        guard case .intra16x16(let predMode) = macroblock.kind else {
            encoder.encode(false, ctxIdx: ctxIdx, to: &writer)
            if transform8x8Mode { encoder.encode(false, ctxIdx: 399, to: &writer) }
            return writeIntra4x4PredModes(macroblock.remIntra4x4PredModes, to: &writer)
        }
        encoder.encode(true, ctxIdx: ctxIdx, to: &writer)
        encoder.encodeTerminate(false, to: &writer)
        encoder.encode(false, ctxIdx: 6, to: &writer)
        encoder.encode(macroblock.codedBlockPattern > 0, ctxIdx: 7, to: &writer)
        if macroblock.codedBlockPattern > 0 {
            encoder.encode(macroblock.codedBlockPattern >= 0x20, ctxIdx: 8, to: &writer)
        }
        encoder.encode(predMode & 2 != 0, ctxIdx: 9, to: &writer)
        encoder.encode(predMode & 1 != 0, ctxIdx: 10, to: &writer)
    }

    private mutating func writeIntra4x4PredModes(_ codes: UnsafePointer<UInt8>, to writer: inout BitWriter) {
        for block in 0..<16 {
            let code = codes[block]
            encoder.encode(code == 8, ctxIdx: 68, to: &writer)
            guard code < 8 else { continue }
            for bit in 0..<3 as Range<UInt8> { encoder.encode(code >> bit & 1 == 1, ctxIdx: 69, to: &writer) }
        }
    }

    /// Writes `intra_chroma_pred_mode`.
    private mutating func write(
        intraChromaPredMode mode: UInt8, _ neighbours: MacroblockNeighbours, to writer: inout BitWriter
    ) {
        func hasMode(_ macroblock: CodedMacroblock?) -> Int { (macroblock?.intraChromaPredMode ?? 0) > 0 ? 1 : 0 }
        encoder.encode(mode > 0, ctxIdx: 64 + hasMode(neighbours.left) + hasMode(neighbours.above), to: &writer)
        guard mode > 0 else { return }
        encoder.encode(mode > 1, ctxIdx: 67, to: &writer)
        if mode > 1 { encoder.encode(mode > 2, ctxIdx: 67, to: &writer) }
    }

    /// Writes `coded_block_pattern` (9.3.3.1.1.4).
    private mutating func write(
        codedBlockPattern pattern: UInt8, _ neighbours: MacroblockNeighbours, to writer: inout BitWriter
    ) {
        let (left, above) = (neighbours.left?.codedBlockPattern ?? 0x0F, neighbours.above?.codedBlockPattern ?? 0x0F)
        func lacks(_ pattern: UInt8, block8x8: UInt8) -> Int { pattern >> block8x8 & 1 == 0 ? 1 : 0 }
        let ctxIdxIncs = SIMD4(
            lacks(left, block8x8: 1) + 2 * lacks(above, block8x8: 2),
            lacks(pattern, block8x8: 0) + 2 * lacks(above, block8x8: 3),
            lacks(left, block8x8: 3) + 2 * lacks(pattern, block8x8: 0),
            lacks(pattern, block8x8: 2) + 2 * lacks(pattern, block8x8: 1))
        for block8x8 in 0..<4 {
            encoder.encode(pattern >> UInt8(block8x8) & 1 == 1, ctxIdx: 73 + ctxIdxIncs[block8x8], to: &writer)
        }
        let chromaCtxIdxInc = (left > 0x0F ? 1 : 0) + (above > 0x0F ? 2 : 0)
        encoder.encode(pattern > 0x0F, ctxIdx: 77 + chromaCtxIdxInc, to: &writer)
        guard pattern > 0x0F else { return }
        let chromaACCtxIdxInc = (left >= 0x20 ? 1 : 0) + (above >= 0x20 ? 2 : 0)
        encoder.encode(pattern >= 0x20, ctxIdx: 81 + chromaACCtxIdxInc, to: &writer)
    }

    private mutating func writeResidual(
        _ macroblock: IntraMacroblock, beside neighbours: MacroblockNeighbours, to writer: inout BitWriter
    ) {
        totalCoeffs.load(neighbours)
        if macroblock.kind != .intra4x4 { writeLumaDC(neighbours, to: &writer) }
        for block in 0..<16 {
            let count = macroblock.totalCoeffs[block]
            totalCoeffs.set(count, for: block)
            guard macroblock.codedBlockPattern >> UInt8(block >> 2) & 1 == 1 else { continue }
            write(
                macroblock.lumaLevels + block * 16, count: count, ctxIdxInc: codedBlockFlagCtxIdxInc(block),
                category: .luma, to: &writer)
        }
        guard macroblock.codedBlockPattern >= 0x10 else { return }
        for component in 0..<2 {
            func has(_ macroblock: CodedMacroblock?) -> Int {
                (macroblock?.chromaDCTotalCoeffs[component] ?? 1) > 0 ? 1 : 0
            }
            let ctxIdxInc = has(neighbours.left) + 2 * has(neighbours.above)
            let count = macroblock.totalCoeffs[IntraMacroblock.chromaDCIndex + component]
            write(
                macroblock.chromaDCLevels + component * 4, count: count, ctxIdxInc: ctxIdxInc, category: .chromaDC,
                to: &writer)
        }
        guard macroblock.codedBlockPattern >= 0x20 else { return }
        for block in 0..<8 {
            let index = IntraMacroblock.chromaACIndex + block
            totalCoeffs.set(macroblock.totalCoeffs[index], for: index)
            write(
                macroblock.chromaACLevels + block * 16 + 1, count: macroblock.totalCoeffs[index],
                ctxIdxInc: codedBlockFlagCtxIdxInc(index), category: .chromaAC, to: &writer)
        }
    }

    /// Writes `coded_block_flag` 0 for the DC levels of luma of `Intra_16x16`. Of the neighbours, only
    /// `I_PCM` and missing macroblocks count as 1.
    private mutating func writeLumaDC(_ neighbours: MacroblockNeighbours, to writer: inout BitWriter) {
        func has(_ macroblock: CodedMacroblock?) -> Int { macroblock.map { $0.kind == .pcm ? 1 : 0 } ?? 1 }
        encoder.encode(false, ctxIdx: 85 + has(neighbours.left) + 2 * has(neighbours.above), to: &writer)
    }

    /// Returns `ctxIdxInc` of `coded_block_flag`.
    private func codedBlockFlagCtxIdxInc(_ block: Int) -> Int {
        let (left, above) = totalCoeffs.beside(block)
        return (left > 0 ? 1 : 0) + (above > 0 ? 2 : 0)
    }

    /// A `ctxBlockCat`: its first `ctxIdx` of each syntax element (tables 9-34
    /// and 9-40), and `maxNumCoeff`, its number of levels.
    private struct BlockCategory {
        let codedBlockFlag: Int
        let significantCoeffFlag: Int
        let lastSignificantCoeffFlag: Int
        let coeffAbsLevelMinus1: Int
        let maxNumCoeff: Int

        private init(codedBlockFlag: Int, significanceMap: Int, coeffAbsLevelMinus1: Int, maxNumCoeff: Int) {
            self.codedBlockFlag = 85 + codedBlockFlag
            significantCoeffFlag = 105 + significanceMap
            lastSignificantCoeffFlag = 166 + significanceMap
            self.coeffAbsLevelMinus1 = 227 + coeffAbsLevelMinus1
            self.maxNumCoeff = maxNumCoeff
        }

        static let luma = BlockCategory(
            codedBlockFlag: 8, significanceMap: 29, coeffAbsLevelMinus1: 20, maxNumCoeff: 16)
        static let chromaDC = BlockCategory(
            codedBlockFlag: 12, significanceMap: 44, coeffAbsLevelMinus1: 30, maxNumCoeff: 4)
        static let chromaAC = BlockCategory(
            codedBlockFlag: 16, significanceMap: 47, coeffAbsLevelMinus1: 39, maxNumCoeff: 15)
    }

    /// Writes the levels of a block: `residual_block_cabac()` (7.3.5.3.3).
    private mutating func write(
        _ levels: UnsafePointer<Int16>, count: UInt8, ctxIdxInc: Int, category: BlockCategory,
        to writer: inout BitWriter
    ) {
        encoder.encode(count > 0, ctxIdx: category.codedBlockFlag + ctxIdxInc, to: &writer)
        guard count > 0 else { return }
        let last = writeSignificanceMap(levels, count: count, category: category, to: &writer)
        writeLevels(levels, last: last, category: category, to: &writer)
    }

    /// Writes `significant_coeff_flag` and `last_significant_coeff_flag`.
    /// - Returns: The index of the last level that is not zero.
    private mutating func writeSignificanceMap(
        _ levels: UnsafePointer<Int16>, count: UInt8, category: BlockCategory, to writer: inout BitWriter
    ) -> Int {
        var left = count
        for index in 0..<category.maxNumCoeff - 1 {
            let ctxIdxInc = category.maxNumCoeff == 4 ? min(index, 2) : index
            let isSignificant = levels[index] != 0
            encoder.encode(isSignificant, ctxIdx: category.significantCoeffFlag + ctxIdxInc, to: &writer)
            guard isSignificant else { continue }
            left -= 1
            encoder.encode(left == 0, ctxIdx: category.lastSignificantCoeffFlag + ctxIdxInc, to: &writer)
            if left == 0 { return index }
        }
        return category.maxNumCoeff - 1
    }

    /// Writes `coeff_abs_level_minus1` (UEG0 with `uCoff` 14, 9.3.2.3) and the signs.
    private mutating func writeLevels(
        _ levels: UnsafePointer<Int16>, last: Int, category: BlockCategory, to writer: inout BitWriter
    ) {
        var (numDecodAbsLevelEq1, numDecodAbsLevelGt1) = (0, 0)
        for index in (0...last).reversed() where levels[index] != 0 {
            let coeffAbsLevelMinus1 = Int(levels[index].magnitude) - 1
            encoder.encode(
                coeffAbsLevelMinus1 > 0,
                ctxIdx: category.coeffAbsLevelMinus1 + (numDecodAbsLevelGt1 > 0 ? 0 : min(4, 1 + numDecodAbsLevelEq1)),
                to: &writer)
            if coeffAbsLevelMinus1 > 0 {
                let ctxIdx =
                    category.coeffAbsLevelMinus1 + 5 + min(category.maxNumCoeff == 4 ? 3 : 4, numDecodAbsLevelGt1)
                encoder.encode(ones: min(coeffAbsLevelMinus1, 14) - 1, ctxIdx: ctxIdx, to: &writer)
                if coeffAbsLevelMinus1 < 14 {
                    encoder.encode(false, ctxIdx: ctxIdx, to: &writer)
                } else {
                    writeSuffix(coeffAbsLevelMinus1 - 14, to: &writer)
                }
                numDecodAbsLevelGt1 += 1
            } else {
                numDecodAbsLevelEq1 += 1
            }
            encoder.encodeBypass(levels[index] < 0 ? 1 : 0, count: 1, to: &writer)
        }
    }

    /// Writes the suffix, an Exp-Golomb code of order 0.
    private mutating func writeSuffix(_ suffix: Int, to writer: inout BitWriter) {
        let value = UInt32(truncatingIfNeeded: suffix + 1)
        let length = 31 - value.leadingZeroBitCount
        // The code is `length` ones, a zero, and the bits of `value` below its highest.
        var left = 2 * length + 1
        let mask: UInt64 = 1 << UInt64(length) - 1
        let code = mask << UInt64(length + 1) | UInt64(value) & mask
        while left > 0 {
            let count = min(left, 8)
            left -= count
            let bins = UInt32(truncatingIfNeeded: code >> UInt64(left)) & (1 << UInt32(count) - 1)
            encoder.encodeBypass(bins, count: count, to: &writer)
        }
    }
}
