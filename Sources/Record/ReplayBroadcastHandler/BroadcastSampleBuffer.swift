public import MediaTime

/// A frame of the screen, or a run of audio.
public enum BroadcastSampleBuffer: Sendable {
    /// A frame.
    case video(BroadcastFrame)
    /// A run of audio.
    case audio(BroadcastAudio)

    /// The time of the frame or of the first sample, on the recording's clock.
    public var time: MediaTime {
        switch self {
        case .video(let frame): frame.time
        case .audio(let audio): audio.time
        }
    }
}

/// A run of audio samples.
public struct BroadcastAudio: Sendable {
    /// The time of the first sample, on the recording's clock.
    public let time: MediaTime
    /// The sample rate in Hz.
    public let sampleRate: Int
    /// The number of channels.
    public let channels: Int
    /// The samples in -1...1, interleaved: one value per channel, for each instant.
    public let samples: [Float]

    /// Creates a run from the data of a message; nil if the data does not match its layout.
    init?(_ layout: AudioLayout, time: MediaTime, data: ArraySlice<UInt8>) {
        guard layout.isValid(byteCount: data.count) else { return nil }
        self.time = time
        (sampleRate, channels) = (layout.sampleRate, layout.channels)
        samples = data.withUnsafeBytes { bytes in
            (0..<layout.count * layout.channels).map {
                bytes.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Float>.size, as: Float.self)
            }
        }
    }
}
