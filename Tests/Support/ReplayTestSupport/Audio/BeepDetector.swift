import Foundation

/// Finds the beginnings of beeps of one pitch in recorded audio, to well below a millisecond.
///
/// The detector measures the amount of the pitch in a window of 5 ms. This amount rises evenly while the window moves
/// into a beep. It is at half of its height when the window's middle is at the beginning. Other audio whose pitch
/// differs by a multiple of 200 Hz does not disturb it.
public struct BeepDetector: Sendable {
    /// The pitch, in hertz.
    public let frequency: Int
    /// The sample rate, in hertz.
    public let sampleRate: Int
    /// The amplitude below which audio counts as silence, relative to full scale.
    private static let silence: Float = 0.01

    /// Creates a detector of beeps with a pitch and a sample rate in hertz.
    public init(frequency: Int = BeepSource.frequency, sampleRate: Int = 48000) {
        self.frequency = frequency
        self.sampleRate = sampleRate
    }

    /// Returns the numbers of the samples at which beeps begin, in order. A beep that is truncated at the beginning of
    /// the samples does not count.
    ///
    /// - Parameter samples: The samples of one channel; full scale is 1.
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

    /// Returns the amplitude of the pitch in the window that starts at each sample, by a sliding correlation.
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
