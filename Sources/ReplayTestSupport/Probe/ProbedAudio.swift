import MediaTime

/// The decoded audio of an audio stream, one channel.
public struct ProbedAudio: Sendable {
    /// When the first sample is heard.
    public let start: MediaTime
    /// Samples a second.
    public let sampleRate: Int
    /// The samples; full scale is 1.
    public let samples: [Float]

    /// When the beeps of a pitch begin, to the sample.
    public func beeps(frequency: Int = BeepSource.frequency) -> [MediaTime] {
        let detector = BeepDetector(frequency: frequency, sampleRate: sampleRate)
        let origin = start.converted(to: Int32(sampleRate), rounding: .nearest)
        return detector.onsets(in: samples).map {
            origin + MediaTime(value: Int64($0), timescale: Int32(sampleRate))
        }
    }
}
