/// The prediction of a macroblock's Cb and Cr (ITU-T H.264, 8.3.4) in the modes DC, horizontal and vertical.
struct ChromaPrediction {
    private let samples: BlockVectors
    /// The predicted samples for each `intra_chroma_pred_mode` except plane.
    private let predictions: [BlockVectors]

    init(_ memory: ScratchMemory) {
        samples = BlockVectors(memory)
        predictions = (0..<3).map { _ in BlockVectors(memory) }
    }

    /// Chooses the mode.
    /// - Parameter residual: Receives the differences between the samples and the prediction, if any.
    /// - Returns: True if any difference is not zero.
    func predict(_ macroblock: inout IntraMacroblock, at place: MacroblockPlace, residual: BlockVectors) -> Bool {
        for component in 0..<2 { gather(component, at: place) }
        var best = (mode: 0, cost: cost(0))
        if place.hasLeft, best.cost > 0 {
            let cost = cost(1)
            if cost < best.cost { best = (1, cost) }
        }
        if place.hasAbove, best.cost > 0 {
            let cost = cost(2)
            if cost < best.cost { best = (2, cost) }
        }
        macroblock.intraChromaPredMode = UInt8(best.mode)
        guard best.cost > 0 else { return false }
        for sample in 0..<16 { residual[sample] = samples[sample] &- predictions[best.mode][sample] }
        return true
    }

    private func gather(_ component: Int, at place: MacroblockPlace) {
        let (start, stride) = (place.chroma(component), place.chromaStride)
        let dc = predictDC(start, stride: stride, at: place)
        for y in 0..<8 {
            let line = start + y * stride
            let left = place.hasLeft ? Int16(line[-1]) : 0
            for x in 0..<8 {
                let block = (y >> 2) * 2 + x >> 2
                let number = ((y & 3) * 4 + x & 3) * 16 + component * 4 + block
                samples.values[number] = Int16(line[x])
                predictions[0].values[number] = dc[block]
                predictions[1].values[number] = left
                predictions[2].values[number] = place.hasAbove ? Int16(start[x - stride]) : 0
            }
        }
    }

    /// Returns the DC prediction of each 4x4 block (8.3.4.1 to 8.3.4.3). The blocks on the diagonal use both
    /// edges, the others one edge, if it exists.
    private func predictDC(_ start: UnsafePointer<UInt8>, stride: Int, at place: MacroblockPlace) -> SIMD4<Int16> {
        var (above, left) = (SIMD2<Int16>(), SIMD2<Int16>())
        for step in 0..<8 {
            if place.hasAbove { above[step >> 2] += Int16(start[step - stride]) }
            if place.hasLeft { left[step >> 2] += Int16(start[step * stride - 1]) }
        }
        guard place.hasAbove, place.hasLeft else {
            let sums =
                place.hasAbove
                ? SIMD4(above[0], above[1], above[0], above[1]) : SIMD4(left[0], left[0], left[1], left[1])
            return place.hasAbove || place.hasLeft ? (sums &+ 2) &>> 2 : SIMD4(repeating: 128)
        }
        return SIMD4(
            (above[0] + left[0] + 4) >> 3, (above[1] + 2) >> 2, (left[1] + 2) >> 2, (above[1] + left[1] + 4) >> 3)
    }

    private func cost(_ mode: Int) -> Int {
        var sums = BlockVector()
        for sample in 0..<16 { sums &+= (samples[sample] &- predictions[mode][sample]).magnitudes }
        var sum = 0
        for block in 0..<8 { sum += Int(sums[block]) }
        return sum
    }
}
