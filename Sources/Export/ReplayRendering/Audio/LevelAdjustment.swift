import Glibc

/// The filters that bring audio to a target loudness: a gain, and a limiter if the gain alone would clip. A pure value.
struct LevelAdjustment: Equatable {
    /// The gain, in decibels.
    let gain: Double
    /// True if peaks are limited to ``ceiling``.
    let isLimited: Bool

    /// The maximum sample level, in decibels relative to full scale. Peaks between samples may be some tenths of a
    /// decibel higher, and an encoder may add as much.
    static let ceiling = -1.5
    /// The maximum gain, in decibels. In an almost silent recording, more gain would only amplify noise.
    static let maxGain = 30.0

    /// No change.
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

    /// Returns the adjustment that reaches a target loudness. It repeats the measurement to compensate for the loudness
    /// that the limiter removes.
    /// - Parameters:
    ///   - target: The target loudness, in LUFS.
    ///   - measure: Measures the audio with an adjustment.
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

    /// The accepted difference from the target, in LU.
    private static let tolerance = 0.1
    /// The maximum number of measurements with the limiter, which removes much from audio with large peaks.
    private static let maxRounds = 8
}
