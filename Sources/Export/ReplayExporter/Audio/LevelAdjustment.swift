import Glibc

/// What makes audio as loud as it shall be: a gain, and a limiter where the gain alone would clip. A pure value.
struct LevelAdjustment: Equatable {
    /// In decibels.
    let gain: Double
    /// Whether peaks are held below ``ceiling``.
    let isLimited: Bool

    /// Of samples, in decibels against full scale. What a player makes between two samples may be some tenths louder, and
    /// a coder may add as much.
    static let ceiling = -1.5
    /// Nothing is made louder by more decibels than this: of a recording that is almost silent it would be noise.
    static let maxGain = 30.0

    /// As the audio is.
    static let none = LevelAdjustment(gain: 0, isLimited: false)

    private init(gain: Double, isLimited: Bool) {
        self.gain = min(gain, Self.maxGain)
        self.isLimited = isLimited
    }

    /// libavfilter's filters, each with a comma before it.
    var filters: String {
        guard self != .none else { return "" }
        let limiter = ",alimiter=limit=\(pow(10, Self.ceiling / 20)):attack=5:release=50:level=0:latency=1"
        return ",volume=\(gain)dB:precision=float" + (isLimited ? limiter : "")
    }

    /// Makes audio as loud as it shall be. What a limiter takes away is put back, in as many rounds as that needs.
    /// - Parameters:
    ///   - target: in LUFS.
    ///   - measure: how loud the audio is with an adjustment.
    static func reaching(_ target: Double, measure: (LevelAdjustment) throws -> Loudness) rethrows -> LevelAdjustment {
        let original = try measure(.none)
        guard let loudness = original.integrated else { return .none }
        let gain = min(target - loudness, maxGain)
        var adjustment = LevelAdjustment(gain: gain, isLimited: original.peak + gain > ceiling)
        guard adjustment.isLimited else { return adjustment }
        for _ in 0..<maxRounds {
            guard let loudness = try measure(adjustment).integrated, abs(target - loudness) > tolerance else { break }
            adjustment = LevelAdjustment(gain: adjustment.gain + target - loudness, isLimited: true)
        }
        return adjustment
    }

    /// In LU.
    private static let tolerance = 0.1
    /// Of audio with large peaks a limiter takes much.
    private static let maxRounds = 8
}
