/// Makes a run of interleaved samples a little longer or shorter, by linear interpolation.
///
/// One sample in a buffer of 20 ms is a change of pitch of two cents, which nobody hears.
package struct SampleStretch {
    package let channels: Int

    /// - Parameter channels: how many samples belong to one instant.
    package init(channels: Int) { self.channels = channels }

    /// - Parameters:
    ///   - samples: at least two of each channel.
    ///   - count: how many of each channel are wanted, at least two.
    package func callAsFunction(_ samples: UnsafeBufferPointer<Float>, to count: Int) -> [Float] {
        let length = samples.count / channels
        let step = Float(length - 1) / Float(count - 1)
        // In place: a buffer of 60 ms in pieces of one sample each would be thousands of allocations.
        return Array(unsafeUninitializedCapacity: count * channels) { stretched, initialized in
            for index in 0..<count {
                let position = Float(index) * step
                let first = min(Int(position), length - 2)
                let share = position - Float(first)
                for channel in 0..<channels {
                    let (a, b) = (samples[first * channels + channel], samples[(first + 1) * channels + channel])
                    stretched.initializeElement(at: index * channels + channel, to: a + (b - a) * share)
                }
            }
            initialized = count * channels
        }
    }
}
