/// Gives frames their decoding times where some are decoded before others that are shown first: the presentation
/// times in ascending order, as many frames late as the stream reorders. Pure.
struct DecodingTimes {
    private var waiting: [Int64]
    private var next = 0

    /// By how much the first of all is earlier than the beginning of the output.
    let lead: Int64

    /// - Parameters:
    ///   - depth: how many frames may stand, in decoding order, before one that is shown before them.
    ///   - last: when the last frames of the output are shown, ascending: one more than `depth`, where there are.
    ///   - lastDecoded: when the one of them is shown that is decoded last.
    ///   - range: where the output begins and ends.
    init(depth: Int, last: [Int64], lastDecoded: Int64, range: Range<Int64>) {
        guard depth > 0, let first = last.first else {
            (lead, waiting) = (0, [])
            return
        }
        // As long before the first frame as those last whose times nobody takes at the end, so that the sum of all is
        // the output's length; and so long that the last one decoded need not be shown beyond that.
        let untaken = last.count > depth ? range.upperBound - last[last.count - depth] : 0
        let lead = max(Int64(depth), untaken, lastDecoded - first)
        waiting = (0..<depth).map { range.lowerBound + Int64($0) * lead / Int64(depth) - lead }
        self.lead = lead
    }

    /// Takes the presentation times of the frames that come, ascending, and above all that were taken before.
    mutating func expect(_ times: some Sequence<Int64>) {
        waiting.removeFirst(next)
        next = 0
        waiting += times
    }

    /// The decoding time of the next frame.
    mutating func take() -> Int64 {
        defer { next += 1 }
        return waiting[next]
    }
}
