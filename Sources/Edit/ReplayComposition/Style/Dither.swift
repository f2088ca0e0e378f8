/// Rounding to bytes with noise that does not change over time, so that smooth gradients show no bands.
enum Dither {
    /// Returns a value in 0...255 as a byte. A whole number is returned exactly.
    static func byte(_ value: Float, x: Int, y: Int) -> UInt8 {
        UInt8(clamping: Int(value + noise(x: x, y: y)))
    }

    /// Interleaved gradient noise in 0..<1, of which each 3 x 3 pixels contain nearly all levels. J. Jimenez, "Next
    /// Generation Post Processing in Call of Duty: Advanced Warfare", 2014.
    private static func noise(x: Int, y: Int) -> Float {
        let product = 0.067_110_56 * Float(x) + 0.005_837_15 * Float(y)
        let noise = 52.982_918_9 * (product - product.rounded(.down))
        return min(noise - noise.rounded(.down), 0.999)
    }
}
