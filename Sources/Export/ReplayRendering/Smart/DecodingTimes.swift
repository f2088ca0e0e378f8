/// The decoding times of a stream with reordering: the sorted presentation times, delayed by the reorder depth. A pure
/// value.
package struct DecodingTimes {
    private let depth: Int
    private let end: Int64
    private var waiting: [Int64]
    private var next = 0
    /// The upper limit of the next decoding time.
    private var limit = Int64.max

    /// The time by which the first decoding time precedes the beginning of the output.
    let lead: Int64

    /// - Parameters:
    ///   - depth: The maximum number of frames that precede a frame in decoding order and follow it in presentation
    ///     order.
    ///   - last: The presentation times of the last frames, ascending. There are `lastCount` of them, or all frames if
    ///     there are fewer.
    ///   - lastDecoded: The presentation time of the frame that is decoded last.
    ///   - range: The beginning and the end of the output.
    package init(depth: Int, last: [Int64], lastDecoded: Int64, range: Range<Int64>) {
        guard depth > 0 else {
            self.init(depth: 0, lead: 0, range)
            return
        }
        // The lead equals the duration of the last frames, whose times become no decoding times. The sum of all
        // durations is then the output's length. The lead is longer if the frame decoded last would otherwise be shown
        // before its decoding time.
        let untaken = last.count > depth ? range.upperBound - last[last.count - depth] : 0
        var times = Self(depth: depth, lead: max(Int64(depth), untaken), range)
        while case let lead = lastDecoded - times.lastTime(of: last), lead > times.lead {
            times = Self(depth: depth, lead: lead, range)
        }
        self = times
    }

    private init(depth: Int, lead: Int64, _ range: Range<Int64>) {
        (self.depth, self.lead, end) = (depth, lead, range.upperBound)
        waiting = (0..<depth).map { range.lowerBound + Int64($0) * lead / Int64(depth) - lead }
    }

    /// Returns the number of last frames from which the lead is computed.
    package static func lastCount(depth: Int) -> Int { depth > 0 ? depth + 32 : 1 }

    /// Returns the decoding time of the last frame.
    private func lastTime(of last: [Int64]) -> Int64 {
        var times = self
        // If there are more frames than these, the times before them are unknown.
        if last.count >= Self.lastCount(depth: depth) { times.waiting = [] }
        times.expect(last)
        var time = times.end
        while times.next + depth < times.waiting.count { time = times.take() }
        return time
    }

    /// Adds the presentation times of the next frames, ascending and above all earlier ones.
    package mutating func expect(_ times: some Sequence<Int64>) {
        waiting.removeFirst(next)
        next = 0
        waiting += times
    }

    /// Returns the decoding time of the next frame.
    package mutating func take() -> Int64 {
        let time = min(waiting[next], limit)
        // The duration of a keyframe is the difference to the next decoding time. If it reaches the end of the movie,
        // FFmpeg's demuxer assumes that the movie ends soon after it (`mov_fix_index`). Shorter frames after it would
        // then be lost. As many frames are decoded before a keyframe as are shown before it.
        limit = time + max(1, end - waiting[next + depth] - 1)
        next += 1
        return time
    }
}
