/// A test for macroblocks that their neighbours predict exactly (ITU-T H.264, 8.3.3
/// and 8.3.4). On a screen, most are such.
enum ExactPrediction {
    /// Returns the mode that predicts the chroma exactly: horizontal, or DC if all neighbours have one value.
    /// - Returns: `intra_chroma_pred_mode` 0 or 1, or nil if neither is exact.
    static func intraChromaPredMode(_ place: MacroblockPlace) -> UInt8? {
        guard place.hasLeft else { return nil }
        var isUniform = place.hasAbove
        for component in 0..<2 {
            let (start, stride) = (place.chroma(component), place.chromaStride)
            let first = start[-1]
            for line in 0..<8 {
                let left = start[line * stride - 1]
                guard chromaRow(start + line * stride) == SIMD8(repeating: left) else { return nil }
                isUniform = isUniform && left == first
            }
            isUniform = isUniform && chromaRow(start - stride) == SIMD8(repeating: first)
        }
        return isUniform ? 0 : 1
    }

    @inline(__always) private static func chromaRow(_ samples: UnsafePointer<UInt8>) -> SIMD8<UInt8> {
        UnsafeRawPointer(samples).loadUnaligned(as: SIMD8<UInt8>.self)
    }

    /// Returns the `Intra16x16PredMode` that predicts the luma exactly, or nil if there
    /// is none: vertical, horizontal or DC.
    static func intra16x16PredMode(_ place: MacroblockPlace) -> UInt8? {
        let (samples, stride) = (place.luma, place.lumaStride)
        if place.hasAbove, isEqual(samples, stride: stride, rows: 16, toRow: samples - stride) { return 0 }
        if place.hasLeft, repeatsLeftSample(samples, stride: stride) { return 1 }
        let first = samples[0]
        guard isUniform(samples, stride: stride, value: first) else { return nil }
        return dc(samples, stride: stride, at: place) == first ? 2 : nil
    }

    @inline(__always) private static func row(_ samples: UnsafePointer<UInt8>) -> SIMD16<UInt8> {
        UnsafeRawPointer(samples).loadUnaligned(as: SIMD16<UInt8>.self)
    }

    private static func isEqual(
        _ samples: UnsafePointer<UInt8>, stride: Int, rows: Int, toRow above: UnsafePointer<UInt8>
    ) -> Bool {
        let expected = row(above)
        for line in 0..<rows where row(samples + line * stride) != expected { return false }
        return true
    }

    /// Returns true if each row repeats the sample to its left.
    private static func repeatsLeftSample(_ samples: UnsafePointer<UInt8>, stride: Int) -> Bool {
        for line in 0..<16 {
            let start = samples + line * stride
            if row(start) != SIMD16(repeating: start[-1]) { return false }
        }
        return true
    }

    private static func isUniform(_ samples: UnsafePointer<UInt8>, stride: Int, value: UInt8) -> Bool {
        let expected = SIMD16(repeating: value)
        for line in 0..<16 where row(samples + line * stride) != expected { return false }
        return true
    }

    /// Returns the DC prediction: the mean of the samples above and to the left (8.3.3.3).
    private static func dc(_ samples: UnsafePointer<UInt8>, stride: Int, at place: MacroblockPlace) -> UInt8 {
        guard place.hasAbove || place.hasLeft else { return 128 }
        var sum = 0
        for step in 0..<16 {
            if place.hasAbove { sum += Int(samples[step - stride]) }
            if place.hasLeft { sum += Int(samples[step * stride - 1]) }
        }
        let count = place.hasAbove && place.hasLeft ? 32 : 16
        return UInt8(truncatingIfNeeded: (sum + count / 2) / count)
    }
}
