import MediaTime

extension MediaProbe {
    /// Decodes an audio stream, mixed to one channel.
    ///
    /// The samples are as the decoder outputs them, without padding for gaps in time. Use ``frameTimes(of:)`` if gaps
    /// matter. A minute at 48 kHz takes 11.5 MB.
    ///
    /// - Parameters:
    ///   - stream: The number of the audio stream, from 0.
    ///   - sampleRate: The output's sample rate, in hertz.
    /// - Throws: ``ServerError`` if the stream cannot be read or is empty.
    public func audio(track stream: Int = 0, sampleRate: Int = 48000) throws -> ProbedAudio {
        guard let start = try frameTimes(of: "a:\(stream)").first else {
            throw ServerError("The audio stream \(stream) of \(path) is empty.")
        }
        let bytes = try ffmpeg(
            ["-map", "0:a:\(stream)", "-f", "f32le", "-ac", "1", "-ar", "\(sampleRate)"], output: .collected
        ).finish()
        let samples = [Float](unsafeUninitializedCapacity: bytes.count / 4) { buffer, count in
            count = bytes.copyBytes(to: buffer) / 4
        }
        return ProbedAudio(start: start, sampleRate: sampleRate, samples: samples)
    }
}

/// The decoded samples of an audio stream, mixed to one channel.
public struct ProbedAudio: Sendable {
    /// The time of the first sample.
    public let start: MediaTime
    /// The sample rate, in hertz.
    public let sampleRate: Int
    /// The samples; full scale is 1.
    public let samples: [Float]

    /// Returns the times at which beeps of a pitch begin, to the sample.
    public func beeps(frequency: Int = BeepSource.frequency) -> [MediaTime] {
        let detector = BeepDetector(frequency: frequency, sampleRate: sampleRate)
        let origin = start.converted(to: Int32(sampleRate), rounding: .nearest)
        return detector.onsets(in: samples).map {
            origin + MediaTime(value: Int64($0), timescale: Int32(sampleRate))
        }
    }
}
