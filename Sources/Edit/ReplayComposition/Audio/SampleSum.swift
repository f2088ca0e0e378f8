import FFmpeg

/// Adds the samples of several tracks without libavfilter: planar 32-bit floats at the rate of the mix. Mono tracks are
/// copied to both channels at their own level. FFmpeg is used only to create and to read frames.
final class SampleSum: AudioMixing {
    private let frameSize: Int
    /// The position of the next frame.
    private var position: Int64
    /// The sums that were not returned yet, one plane per channel. They are as long as the longest track.
    private var planes: [[Float]] = [[], []]
    /// The number of samples in `planes` that each track has added.
    private var counts: [Int]
    private(set) var hasEnded = false

    /// - Parameters:
    ///   - models: A frame in the sample format of each track.
    ///   - frameSize: The number of samples in each frame except the last.
    ///   - start: The position of the mix's first sample.
    /// - Returns: Nil if adding samples is not enough.
    convenience init?(of models: [Frame], frameSize: Int, from start: Int64) {
        guard frameSize > 0, models.allSatisfy(Self.takes) else { return nil }
        self.init(tracks: models.count, frameSize: frameSize, from: start)
    }

    /// - Parameter tracks: The number of tracks. Their samples must have a format that `takes` accepts.
    init(tracks: Int, frameSize: Int, from start: Int64) {
        self.frameSize = frameSize
        position = start
        counts = Array(repeating: 0, count: tracks)
    }

    /// Returns true if samples of this format can be added without conversion.
    static func takes(_ frame: Frame) -> Bool {
        frame.isPlanarFloat && frame.sampleRate == AudioMix.sampleRate
            && ["mono", "stereo"].contains(frame.channelLayoutName)
    }

    func add(_ frame: Frame, at position: Int64, of track: Int) throws {
        guard frame.sampleRate == AudioMix.sampleRate, 1...2 ~= frame.channelCount else {
            throw FFmpegError(.invalidData, operation: "mix", subject: "audio")
        }
        for side in planes.indices {
            try frame.withSamples(ofChannel: min(side, frame.channelCount - 1)) {
                planes[side].add($0, at: counts[track])
            }
        }
        counts[track] += frame.sampleCount
    }

    func end() { hasEnded = true }

    func nextFrame() throws -> Frame? {
        let available = (hasEnded ? counts.max() : counts.min()) ?? 0
        let count = min(available, frameSize)
        guard count == frameSize || hasEnded && count > 0 else { return nil }
        let frame = try Frame.audio(
            channels: planes.count, count: count, sampleRate: AudioMix.sampleRate, pts: position
        ) {
            _ = $1.update(fromContentsOf: planes[$0].prefix(count))
        }
        for side in planes.indices { planes[side].removeFirst(count) }
        for track in counts.indices { counts[track] = max(0, counts[track] - count) }
        position += Int64(count)
        return frame
    }
}

extension [Float] {
    /// Adds samples to those from an index on. Appends silence first if the array is too short.
    fileprivate mutating func add(_ samples: UnsafeBufferPointer<Float>, at place: Int) {
        let end = place + samples.count
        if count < end { append(contentsOf: repeatElement(0, count: end - count)) }
        withUnsafeMutableBufferPointer { sums in
            // Rebased, so that no index is computed and checked. Otherwise the compiler does not vectorize the loop.
            let sums = UnsafeMutableBufferPointer(rebasing: sums[place..<end])
            for index in samples.indices { sums[index] += samples[index] }
        }
    }
}
