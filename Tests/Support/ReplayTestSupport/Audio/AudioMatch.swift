/// The position of a piece of audio in other audio.
///
/// The search first tries every fourth position, which finds audio without high frequencies (below 2 kHz at 48 kHz).
public struct AudioMatch: CustomStringConvertible {
    /// The shift from the expected position, in samples; above 0 if the audio is late.
    public let shift: Int
    /// The correlation, up to 1 for audio that differs only in loudness.
    public let likeness: Float

    /// - Parameters:
    ///   - start: The first sample of the piece in `audio`.
    ///   - place: The expected position in `source`.
    ///   - reach: The largest shift that is searched, in samples.
    /// - Returns: Nil if either audio is too short.
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
        // The positions do not depend on the reach, so that a match within a short reach is also found with a long one.
        let most = reach / coarse * coarse
        var near = best(of: stride(from: -most, through: most, by: coarse), step: coarse)
        // Noise matches only in its exact position.
        if near.likeness < 0.5 { near = best(of: -reach...reach, step: coarse) }
        (shift, self.likeness) = best(
            of: max(-reach, near.shift - coarse)...min(reach, near.shift + coarse), step: 1)
    }

    /// The shift and the likeness as text.
    public var description: String { "\(shift) samples late, \(likeness) alike" }
}
