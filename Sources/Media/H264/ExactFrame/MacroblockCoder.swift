import BitCoding

/// A writer of the macroblocks of an I slice.
protocol MacroblockCoder {
    /// Writes a macroblock.
    /// - Returns: False if it is not predicted, or if `I_PCM` takes fewer bits; then nothing is written.
    mutating func write(
        _ macroblock: IntraMacroblock, beside neighbours: MacroblockNeighbours, to writer: inout BitWriter
    ) -> Bool
    /// Writes the syntax elements that precede the samples of an `I_PCM` macroblock.
    mutating func beginPCM(beside neighbours: MacroblockNeighbours, to writer: inout BitWriter)
    /// Writes the end of a macroblock, and of the slice if it is the last one.
    mutating func end(isLast: Bool, to writer: inout BitWriter)
}

extension MacroblockCoder {
    /// The number of bits of a macroblock's samples. A macroblock may have at most 3200 bits (ITU-T H.264, A.3.1).
    static var pcmBits: Int { 384 * 8 }
}
