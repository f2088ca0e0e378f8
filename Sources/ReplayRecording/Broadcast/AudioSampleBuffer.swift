public import MediaTime

/// A run of audio that an application pushes.
public struct AudioSampleBuffer: Sendable {
    /// Samples at 48 kHz, -1...1; of application audio left and right in turn, of a microphone one after another.
    public var samples: [Float]
    /// When the first is heard, by the clock of the frames.
    public var time: HostTime

    /// Sets its properties.
    public init(samples: [Float], time: HostTime) {
        self.samples = samples
        self.time = time
    }
}
