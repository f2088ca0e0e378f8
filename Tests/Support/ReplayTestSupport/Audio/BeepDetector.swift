import Foundation

/// Finds where beeps of one pitch begin in recorded audio, to well below a millisecond.
///
/// It measures how much of the pitch is in a window of 5 ms. The measure rises evenly while the window moves into a
/// beep and is at half of its height where the window's middle is at the beginning. Other audio tracks whose pitch is a
/// whole number of 200 Hz away do not disturb it.
public struct BeepDetector: Sendable {
    /// The pitch in hertz.
    public let frequency: Int
    /// Samples a second.
    public let sampleRate: Int
    /// What counts as silence: an amplitude below this part of full scale.
    private static let silence: Float = 0.01

    /// A detector of beeps of a pitch, in hertz.
    public init(frequency: Int = BeepSource.frequency, sampleRate: Int = 48000) {
        self.frequency = frequency
        self.sampleRate = sampleRate
    }

    /// The numbers of the samples at which beeps begin, in order. A beep that is cut off at the beginning of the
    /// samples counts as none.
    ///
    /// - Parameter samples: one channel, full scale is 1.
    public func onsets(in samples: [Float]) -> [Int] {
        let window = sampleRate / 200
        let amplitudes = amplitudes(of: samples, window: window)
        guard let highest = amplitudes.max(), highest > Self.silence else { return [] }
        var onsets: [Int] = []
        var isQuiet = false
        for (start, amplitude) in amplitudes.enumerated() {
            if isQuiet, amplitude > highest / 2 {
                onsets.append(start + window / 2)
                isQuiet = false
            } else if amplitude < highest / 8 {
                isQuiet = true
            }
        }
        return onsets
    }

    /// The amplitude of the pitch in the window that starts at each sample, by a sliding correlation.
    private func amplitudes(of samples: [Float], window: Int) -> [Float] {
        guard samples.count >= window else { return [] }
        var (cosineSum, sineSum) = (0.0, 0.0)
        var amplitudes: [Float] = []
        amplitudes.reserveCapacity(samples.count)
        for end in samples.indices {
            let turn = rotation(of: end)
            cosineSum += turn.cosine * Double(samples[end])
            sineSum += turn.sine * Double(samples[end])
            guard end >= window - 1 else { continue }
            let start = end - window + 1
            amplitudes.append(
                Float(2 * (cosineSum * cosineSum + sineSum * sineSum).squareRoot() / Double(window)))
            let left = rotation(of: start)
            cosineSum -= left.cosine * Double(samples[start])
            sineSum -= left.sine * Double(samples[start])
        }
        return amplitudes
    }

    private func rotation(of sample: Int) -> (cosine: Double, sine: Double) {
        let angle = 2 * Double.pi * Double(sample * frequency % sampleRate) / Double(sampleRate)
        return (cos(angle), sin(angle))
    }
}
