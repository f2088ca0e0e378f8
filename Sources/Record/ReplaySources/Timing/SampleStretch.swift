/// A function that makes a run of interleaved samples slightly longer or shorter by linear interpolation.
///
/// A change of one sample in a buffer of 20 ms shifts the pitch by two cents, which is inaudible.
package struct SampleStretch {
    package let channels: Int

    /// - Parameter channels: The number of interleaved channels.
    package init(channels: Int) { self.channels = channels }

    /// Returns the resampled run.
    /// - Parameters:
    ///   - samples: The interleaved samples, at least two of each channel.
    ///   - count: The number of samples of each channel to return, at least two.
    package func callAsFunction(_ samples: UnsafeBufferPointer<Float>, to count: Int) -> [Float] {
        let length = samples.count / channels
        let step = Float(length - 1) / Float(count - 1)
        // The array is filled in place, because arrays for each sample would cost thousands of allocations per buffer
        // of 60 ms.
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
