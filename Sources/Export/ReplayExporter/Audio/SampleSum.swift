import FFmpeg

/// Adds up the samples of several tracks, without libavfilter: planar 32-bit floats at the rate of the mix. What is mono is
/// heard on both sides as loud as it is. Nothing of FFmpeg's is called but to make frames and to read them.
final class SampleSum: AudioMixing {
    private let frameSize: Int
    /// Where the next frame begins.
    private var position: Int64
    /// What was added up and is not taken, a plane for each side; as long as the longest track.
    private var planes: [[Float]] = [[], []]
    /// How many samples of `planes` each track has given.
    private var counts: [Int]
    private(set) var hasEnded = false

    /// - Parameters:
    ///   - models: one for each track: the format of its samples.
    ///   - frameSize: samples in each frame but the last.
    ///   - start: where the mix begins, in samples.
    /// - Returns: nil where it takes more than adding.
    convenience init?(of models: [Frame], frameSize: Int, from start: Int64) {
        guard frameSize > 0, models.allSatisfy(Self.takes) else { return nil }
        self.init(tracks: models.count, frameSize: frameSize, from: start)
    }

    /// - Parameter tracks: how many there are, each of samples that it `takes`.
    init(tracks: Int, frameSize: Int, from start: Int64) {
        self.frameSize = frameSize
        position = start
        counts = Array(repeating: 0, count: tracks)
    }

    /// Whether samples of this format can be added as they are.
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
    /// Adds samples to those from a place on, with silence where there are none yet.
    fileprivate mutating func add(_ samples: UnsafeBufferPointer<Float>, at place: Int) {
        let end = place + samples.count
        if count < end { append(contentsOf: repeatElement(0, count: end - count)) }
        withUnsafeMutableBufferPointer { sums in
            // Rebased, so that no index is computed and checked: else it is done one by one.
            let sums = UnsafeMutableBufferPointer(rebasing: sums[place..<end])
            for index in samples.indices { sums[index] += samples[index] }
        }
    }
}
