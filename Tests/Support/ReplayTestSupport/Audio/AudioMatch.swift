/// Where a stretch of audio stands in other audio.
///
/// It is looked for at every fourth place first, which finds audio without high tones (below 2 kHz at 48 kHz).
public struct AudioMatch: CustomStringConvertible {
    /// In samples, from where it was looked for; above zero: it comes later in the stretch than it should.
    public let shift: Int
    /// 1: the same but for loudness.
    public let likeness: Float

    /// - Parameters:
    ///   - start: where the stretch begins in `audio`.
    ///   - place: where it should stand in `source`.
    ///   - reach: how far from there it is looked for, in samples.
    /// - Returns: nil where either ends too early.
    public init?(
        of audio: [Float], at start: Int, count: Int, in source: [Float], near place: Int, reach: Int = 700
    ) {
        guard start >= 0, start + count <= audio.count, place - reach >= 0, place + reach + count <= source.count else {
            return nil
        }
        let coarse = 4
        func likeness(_ shift: Int, step: Int) -> Float {
            var (product, power, sourcePower): (Float, Float, Float) = (0, 0, 0)
            for index in stride(from: 0, to: count, by: step) {
                let (left, right) = (audio[start + index], source[place - shift + index])
                product += left * right
                power += left * left
                sourcePower += right * right
            }
            return product / max(1e-9, (power * sourcePower).squareRoot())
        }
        func best(of shifts: some Sequence<Int>, step: Int) -> (shift: Int, likeness: Float) {
            shifts.map { ($0, likeness($0, step: step)) }.max { $0.1 < $1.1 } ?? (0, -1)
        }
        // The same places whatever the reach, so that what is found within a short one is found within a long one.
        let most = reach / coarse * coarse
        var near = best(of: stride(from: -most, through: most, by: coarse), step: coarse)
        // Noise is like itself in its very place alone.
        if near.likeness < 0.5 { near = best(of: -reach...reach, step: coarse) }
        (shift, self.likeness) = best(
            of: max(-reach, near.shift - coarse)...min(reach, near.shift + coarse), step: 1)
    }

    /// In words.
    public var description: String { "\(shift) samples late, \(likeness) alike" }
}
