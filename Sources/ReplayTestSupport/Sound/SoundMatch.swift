/// Where a stretch of sound stands in other sound.
struct SoundMatch: CustomStringConvertible {
    /// In samples, from where it was looked for; above zero: it comes later in the stretch than it should.
    let shift: Int
    /// 1: the same but for loudness.
    let likeness: Float

    /// - Returns: nil where either ends too early.
    init?(of sound: [Float], at start: Int, count: Int, in source: [Float], near place: Int, reach: Int = 700) {
        guard start >= 0, start + count <= sound.count, place - reach >= 0, place + reach + count <= source.count else {
            return nil
        }
        var best = (shift: 0, likeness: Float(-1))
        for shift in -reach...reach {
            var (product, power, sourcePower): (Float, Float, Float) = (0, 0, 0)
            for index in 0..<count {
                let (left, right) = (sound[start + index], source[place - shift + index])
                product += left * right
                power += left * left
                sourcePower += right * right
            }
            let likeness = product / max(1e-9, (power * sourcePower).squareRoot())
            if likeness > best.likeness { best = (shift, likeness) }
        }
        (shift, likeness) = best
    }

    var description: String { "\(shift) samples late, \(likeness) alike" }
}
