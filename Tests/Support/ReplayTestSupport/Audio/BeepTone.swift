import Foundation

/// A tone of a tenth of a second that begins at each full second of a clock, as samples of one channel.
package struct BeepTone {
    package let frequency: Int
    /// The number of the next sample.
    private(set) var position = 0
    private var nextSecond: Int?
    private var onset: Int?

    package static let sampleRate = 48000
    package static let length = sampleRate / 10

    package init(frequency: Int) {
        self.frequency = frequency
    }

    /// Makes the next samples.
    ///
    /// - Parameter origin: The time at which sample 0 is heard, in nanoseconds of the clock. While it is nil, the
    ///   samples are silent. It may change a little between calls; a beep that has begun continues undisturbed.
    package mutating func render(count: Int, origin: Int?) -> [Int16] {
        let samples = position..<(position + count)
        defer { position = samples.upperBound }
        guard let origin else { return Array(repeating: 0, count: count) }
        schedule(in: samples, origin: origin)
        return samples.map { sample in
            guard let onset, (onset..<(onset + Self.length)).contains(sample) else { return 0 }
            let turns = Double((sample - onset) * frequency % Self.sampleRate) / Double(Self.sampleRate)
            return Int16(16_000 * sin(2 * Double.pi * turns))
        }
    }

    /// Sets the onset if the next full second is among these samples.
    private mutating func schedule(in samples: Range<Int>, origin: Int) {
        let heard = origin + samples.lowerBound * 1_000_000_000 / Self.sampleRate
        var second = nextSecond ?? heard / 1_000_000_000 + 1
        // A delay of half a second means that playback was suspended. The beeps of that time are left out.
        while second * 1_000_000_000 < heard - 500_000_000 { second += 1 }
        nextSecond = second
        let sample = ((second * 1_000_000_000 - origin) * Self.sampleRate + 500_000_000) / 1_000_000_000
        guard sample < samples.upperBound else { return }
        onset = max(sample, samples.lowerBound)
        nextSecond = second + 1
    }
}
