/// Chooses the coding of the macroblocks of a frame.
struct MacroblockPredictor {
    /// The current macroblock.
    var macroblock: IntraMacroblock
    private let luma: LumaPrediction
    private let lumaResidual: LumaResidual
    private let chroma: ChromaPrediction
    private let chromaResidual: ChromaResidual
    /// False if `qpprime_y_zero_transform_bypass_flag` is set, so that levels at quantizer 0 are not transformed.
    private let hasTransform: Bool

    init(_ memory: ScratchMemory, sets: ParameterSets) {
        let scales = LevelScale.scales(sets)
        macroblock = IntraMacroblock(memory)
        (luma, lumaResidual) = (LumaPrediction(memory), LumaResidual(memory, scale: scales[0]))
        (chroma, chromaResidual) = (ChromaPrediction(memory), ChromaResidual(memory, scales: Array(scales[1...])))
        hasTransform = !sets.sequence.qpprimeYZeroTransformBypass
    }

    mutating func predict(_ place: MacroblockPlace, beside neighbours: MacroblockNeighbours) {
        macroblock.codedBlockPattern = 0
        macroblock.clearTotalCoeffs()
        if !predictLuma(place, beside: neighbours) || !predictChroma(place) { macroblock.kind = .pcm }
    }

    private mutating func predictLuma(_ place: MacroblockPlace, beside neighbours: MacroblockNeighbours) -> Bool {
        if let predMode = ExactPrediction.intra16x16PredMode(place) {
            macroblock.kind = .intra16x16(predMode: predMode)
            return true
        }
        macroblock.kind = .intra4x4
        let hasResidual = luma.predict(macroblock, at: place, beside: neighbours, residual: lumaResidual.residual)
        return !hasResidual || hasTransform && lumaResidual.code(&macroblock)
    }

    private mutating func predictChroma(_ place: MacroblockPlace) -> Bool {
        if let mode = ExactPrediction.intraChromaPredMode(place) {
            macroblock.intraChromaPredMode = mode
            return true
        }
        let hasResidual = chroma.predict(&macroblock, at: place, residual: chromaResidual.residual)
        return !hasResidual || hasTransform && chromaResidual.code(&macroblock)
    }
}
