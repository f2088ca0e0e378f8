import BitCoding

/// A writer of macroblocks with CAVLC (ITU-T H.264, 9.2).
struct CAVLCMacroblocks: MacroblockCoder {
    private let codes = CAVLCCodes()
    private let totalCoeffs: TotalCoeffs
    /// `levelVal` and `runVal`: the nonzero levels of a block, the highest frequency first, and the number of zeros
    /// before each.
    private let levelVal: UnsafeMutablePointer<Int32>
    private let runVal: UnsafeMutablePointer<UInt8>
    /// The `codeNum` of each `coded_block_pattern`.
    private let codedBlockPatternCodes: [UInt8]

    private static let unavailable: UInt8 = 255

    private let transform8x8Mode: Bool

    init(_ memory: ScratchMemory, transform8x8Mode: Bool) {
        self.transform8x8Mode = transform8x8Mode
        totalCoeffs = TotalCoeffs(memory, unavailable: Self.unavailable)
        (levelVal, runVal) = (memory.take(Int32.self, count: 16), memory.take(UInt8.self, count: 16))
        var codedBlockPatternCodes = [UInt8](repeating: 0, count: 48)
        for (code, pattern) in zip(UInt8(0)..., CAVLCCodes.codedBlockPatterns) {
            codedBlockPatternCodes[Int(pattern)] = code
        }
        self.codedBlockPatternCodes = codedBlockPatternCodes
    }

    mutating func beginPCM(beside neighbours: MacroblockNeighbours, to writer: inout BitWriter) {
        // `mb_type` 25 is `I_PCM`.
        writer.ue(25)
        writer.align(with: false)
    }

    mutating func end(isLast: Bool, to writer: inout BitWriter) { if isLast { writer.bit(true) } }

    mutating func write(
        _ macroblock: IntraMacroblock, beside neighbours: MacroblockNeighbours, to writer: inout BitWriter
    ) -> Bool {
        guard macroblock.kind != .pcm else { return false }
        let start = (mark: writer.mark, count: writer.count)
        writeHeader(macroblock, to: &writer)
        totalCoeffs.load(neighbours)
        if writeResidual(macroblock, to: &writer), writer.count - start.count < Self.pcmBits { return true }
        writer.rewind(to: start.mark)
        return false
    }

    /// Writes the syntax elements before the residual.
    private func writeHeader(_ macroblock: IntraMacroblock, to writer: inout BitWriter) {
        if case .intra16x16(let predMode) = macroblock.kind {
            writer.ue(1 + UInt32(predMode) + UInt32(macroblock.codedBlockPattern >> 4) * 4)
            writer.ue(UInt32(macroblock.intraChromaPredMode))
            // `mb_qp_delta`.
            return writer.se(0)
        }
        // `mb_type` 0 is `I_NxN`.
        writer.ue(0)
        // `transform_size_8x8_flag`.
        if transform8x8Mode { writer.bit(false) }
        for block in 0..<16 {
            let code = macroblock.remIntra4x4PredModes[block]
            // `prev_intra4x4_pred_mode_flag` is 1, or it is 0 and `rem_intra4x4_pred_mode` follows.
            if code == 8 { writer.bits(1, count: 1) } else { writer.bits(UInt32(code), count: 4) }
        }
        writer.ue(UInt32(macroblock.intraChromaPredMode))
        writer.ue(UInt32(codedBlockPatternCodes[Int(macroblock.codedBlockPattern)]))
        if macroblock.codedBlockPattern != 0 { writer.se(0) }
    }

    /// Writes the residual.
    /// - Returns: False if a level is too large.
    private func writeResidual(_ macroblock: IntraMacroblock, to writer: inout BitWriter) -> Bool {
        // `Intra_16x16` always has the block of DC levels (9.2.1).
        if case .intra16x16 = macroblock.kind { codes.writeCoeffToken(0, trailingOnes: 0, nC: nC(0), to: &writer) }
        for block in 0..<16 {
            totalCoeffs.set(macroblock.totalCoeffs[block], for: block)
            guard macroblock.codedBlockPattern >> UInt8(block >> 2) & 1 == 1 else { continue }
            guard
                write(
                    macroblock.lumaLevels + block * 16, range: 0..<16, count: macroblock.totalCoeffs[block],
                    nC: nC(block), to: &writer)
            else { return false }
        }
        guard macroblock.codedBlockPattern >= 0x10 else { return true }
        for component in 0..<2 {
            let count = macroblock.totalCoeffs[IntraMacroblock.chromaDCIndex + component]
            guard write(macroblock.chromaDCLevels + component * 4, range: 0..<4, count: count, nC: nil, to: &writer)
            else { return false }
        }
        guard macroblock.codedBlockPattern >= 0x20 else { return true }
        for block in 0..<8 {
            let index = IntraMacroblock.chromaACIndex + block
            totalCoeffs.set(macroblock.totalCoeffs[index], for: index)
            guard
                write(
                    macroblock.chromaACLevels + block * 16, range: 1..<16, count: macroblock.totalCoeffs[index],
                    nC: nC(index),
                    to: &writer)
            else { return false }
        }
        return true
    }

    /// Returns `nC` (9.2.1).
    private func nC(_ block: Int) -> Int {
        let (left, above) = totalCoeffs.beside(block)
        if left == Self.unavailable { return above == Self.unavailable ? 0 : Int(above) }
        return above == Self.unavailable ? Int(left) : (Int(left) + Int(above) + 1) >> 1
    }

    /// Writes the levels of a block: `residual_block_cavlc()` (7.3.5.3.2).
    /// - Parameter nC: Nil for the DC levels of chroma.
    /// - Returns: False if a level is too large.
    private func write(
        _ scanned: UnsafePointer<Int16>, range: Range<Int>, count: UInt8, nC: Int?, to writer: inout BitWriter
    ) -> Bool {
        let totalCoeff = Int(count)
        let (trailingOnes, totalZeros) = collect(scanned, in: range)
        if let nC {
            codes.writeCoeffToken(totalCoeff, trailingOnes: trailingOnes, nC: nC, to: &writer)
        } else {
            codes.writeChromaDCCoeffToken(totalCoeff, trailingOnes: trailingOnes, to: &writer)
        }
        guard totalCoeff > 0 else { return true }
        // `trailing_ones_sign_flag`.
        for index in 0..<trailingOnes { writer.bits(levelVal[index] < 0 ? 1 : 0, count: 1) }
        guard writeLevels(totalCoeff, trailingOnes: trailingOnes, to: &writer) else { return false }
        if totalCoeff < range.count {
            codes.writeTotalZeros(totalZeros, tzVlcIndex: totalCoeff, isChromaDC: nC == nil, to: &writer)
        }
        var zerosLeft = totalZeros
        for index in 0..<totalCoeff - 1 where zerosLeft > 0 {
            codes.writeRunBefore(Int(runVal[index]), zerosLeft: zerosLeft, to: &writer)
            zerosLeft -= Int(runVal[index])
        }
        return true
    }

    /// Collects the nonzero levels of a block.
    /// - Returns: `TrailingOnes`, at most three, and `total_zeros`, the number of zeros below the highest level.
    private func collect(
        _ scanned: UnsafePointer<Int16>, in range: Range<Int>
    ) -> (trailingOnes: Int, totalZeros: Int) {
        var (found, trailingOnes, totalZeros, run) = (0, 0, 0, 0)
        for index in range.reversed() {
            let level = Int32(scanned[index])
            guard level != 0 else {
                if found > 0 { (run, totalZeros) = (run + 1, totalZeros + 1) }
                continue
            }
            if found > 0 { runVal[found - 1] = UInt8(truncatingIfNeeded: run) }
            if abs(level) == 1, trailingOnes == found, trailingOnes < 3 { trailingOnes += 1 }
            levelVal[found] = level
            (found, run) = (found + 1, 0)
        }
        return (trailingOnes, totalZeros)
    }

    /// Writes the levels after the trailing ones (9.2.2.1).
    /// - Returns: False if a level is too large.
    private func writeLevels(_ totalCoeff: Int, trailingOnes: Int, to writer: inout BitWriter) -> Bool {
        var suffixLength = totalCoeff > 10 && trailingOnes < 3 ? 1 : 0
        for index in trailingOnes..<max(totalCoeff, trailingOnes) {
            let level = levelVal[index]
            var levelCode = UInt32(truncatingIfNeeded: level > 0 ? 2 * level - 2 : -2 * level - 1)
            // The first level cannot be 1 or -1, which would be another trailing one: its code is 2 less.
            if index == trailingOnes, trailingOnes < 3 { levelCode -= 2 }
            guard CAVLCCodes.writeLevel(levelCode, suffixLength: suffixLength, to: &writer) else { return false }
            if suffixLength == 0 { suffixLength = 1 }
            if abs(level) > 3 << Int32(suffixLength - 1), suffixLength < 6 { suffixLength += 1 }
        }
        return true
    }
}
