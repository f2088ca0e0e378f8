/// Gives frames their decoding times where some are decoded before others that are shown first: the presentation
/// times in ascending order, as many frames late as the stream reorders. Pure.
struct DecodingTimes {
    private let depth: Int
    private let end: Int64
    private var waiting: [Int64]
    private var next = 0
    /// The next decoding time at most.
    private var limit = Int64.max

    /// By how much the first of all is earlier than the beginning of the output.
    let lead: Int64

    /// - Parameters:
    ///   - depth: how many frames may stand, in decoding order, before one that is shown before them.
    ///   - last: when the last frames of the output are shown, ascending: as many as `lastCount` says, where there are.
    ///   - lastDecoded: when the one of them is shown that is decoded last.
    ///   - range: where the output begins and ends.
    init(depth: Int, last: [Int64], lastDecoded: Int64, range: Range<Int64>) {
        guard depth > 0 else {
            self.init(depth: 0, lead: 0, range)
            return
        }
        // As long before the first frame as those last whose times nobody takes at the end, so that the sum of all is
        // the output's length; and so long that the last one decoded need not be shown beyond that.
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

    /// How many of the last frames tell how late all are decoded.
    static func lastCount(depth: Int) -> Int { depth > 0 ? depth + 32 : 1 }

    /// The decoding time of the last frame.
    private func lastTime(of last: [Int64]) -> Int64 {
        var times = self
        // Where they are not all, those before them are not known.
        if last.count >= Self.lastCount(depth: depth) { times.waiting = [] }
        times.expect(last)
        var time = times.end
        while times.next + depth < times.waiting.count { time = times.take() }
        return time
    }

    /// Takes the presentation times of the frames that come, ascending, and above all that were taken before.
    mutating func expect(_ times: some Sequence<Int64>) {
        waiting.removeFirst(next)
        next = 0
        waiting += times
    }

    /// The decoding time of the next frame.
    mutating func take() -> Int64 {
        let time = min(waiting[next], limit)
        // FFmpeg's demuxer takes a movie to end soon after a keyframe whose time and length, which is counted from its
        // decoding time to the next, reach the end (`mov_fix_index`): frames behind it that are shorter would be lost.
        // As many frames are decoded before a keyframe as are shown before it.
        limit = time + max(1, end - waiting[next + depth] - 1)
        next += 1
        return time
    }
}
