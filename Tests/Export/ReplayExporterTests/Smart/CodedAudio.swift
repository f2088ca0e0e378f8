import ReplayTestSupport

/// Audio that identifies each of its moments: noise without high frequencies, so that an encoder keeps it.
struct CodedAudio {
    private var random: SplitMix64
    private var states: [Float] = [0, 0, 0]
    private var frame: [Float] = []
    private var made: Int64 = 0

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// Makes frames of 1024 samples up to `end`, the same in each channel.
    mutating func advance(to end: Int64, channels: Int, _ body: ([Float]) throws -> Void) rethrows {
        while made + 1024 <= end {
            frame.removeAll(keepingCapacity: true)
            for _ in 0..<1024 {
                let sample = next()
                for _ in 0..<channels { frame.append(sample) }
            }
            made += 1024
            try body(frame)
        }
    }

    private mutating func next() -> Float {
        var sample = Float.random(in: -1...1, using: &random)
        // Each state is a low-pass filter of 1.2 kHz.
        for index in states.indices {
            states[index] += 0.15 * (sample - states[index])
            sample = states[index]
        }
        return sample * 1.5
    }
}
