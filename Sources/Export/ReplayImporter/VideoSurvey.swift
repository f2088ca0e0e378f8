import FFmpeg

/// The times of all frames of a movie, in decoding order.
struct VideoSurvey {
    private var times: [Int64] = []
    private var keyframes: [Int] = []

    /// Reads all packets of a stream.
    init(of stream: StreamInfo, in source: Demuxer) throws {
        source.keepOnly(streams: [stream.index])
        while let packet = try source.read(stream: stream.index) {
            if packet.isKeyframe { keyframes.append(times.count) }
            times.append(packet.pts ?? packet.dts ?? times.last ?? 0)
        }
    }

    /// Returns true if a frame begins at `time` or later.
    func hasFrames(from time: Int64) -> Bool { times.contains { $0 >= time } }

    /// Returns the indices of the frames that are shown in some ranges, and of the frames before them from which
    /// decoding must begin; ascending.
    func needed(for ranges: [Range<Int64>]) -> [Range<Int>] {
        ranges.compactMap { range in
            // The frame that is on the screen when the range begins.
            let start = times.filter { $0 <= range.lowerBound }.max() ?? range.lowerBound
            let places = times.indices.filter { times[$0] >= start && times[$0] < range.upperBound }
            guard let first = places.first, let last = places.last else { return nil }
            return keyframe(before: first)..<last + 1
        }
    }

    /// Returns the index of the keyframe from which a frame can be decoded. In an open GOP, it is the keyframe before
    /// the GOP's own.
    private func keyframe(before place: Int) -> Int {
        let before = keyframes.filter { $0 <= place }
        guard let own = before.last else { return 0 }
        return times[place] >= times[own] ? own : before.dropLast().last ?? 0
    }
}
