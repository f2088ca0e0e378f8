import BitCoding

/// Writes macroblocks of an I slice.
protocol MacroblockCoder {
    /// Writes a macroblock.
    /// - Returns: false where it is not predicted, or its samples as they are take fewer bits; then nothing is written.
    mutating func write(
        _ macroblock: IntraMacroblock, beside neighbours: MacroblockNeighbours, to writer: inout BitWriter
    ) -> Bool
    /// Writes what comes before the samples of a macroblock that are written as they are.
    mutating func beginSamples(beside neighbours: MacroblockNeighbours, to writer: inout BitWriter)
    mutating func end(isLast: Bool, to writer: inout BitWriter)
}

extension MacroblockCoder {
    /// Bits of a macroblock's samples. No macroblock may take more than 3200 bits in all (ITU-T H.264, A.3.1).
    static var sampleBits: Int { 384 * 8 }
}
