/// Gives pictures their decoding times where some are decoded before others that are shown first: the presentation
/// times in ascending order, as many pictures late as the stream reorders. Pure.
struct DecodingTimes {
    private var waiting: [Int64]
    private var next = 0

    /// From one picture to the next, before the first is shown, in ticks: a 60th of a second.
    private static let step: Int64 = 1500

    /// - Parameter depth: how many pictures may stand, in decoding order, before one that is shown before them.
    init(depth: Int) { waiting = (0..<depth).map { Int64($0 - depth) * Self.step } }

    /// Takes the presentation times of the pictures that come, ascending, and above all that were taken before.
    mutating func expect(_ times: some Sequence<Int64>) {
        waiting.removeFirst(next)
        next = 0
        waiting += times
    }

    /// The decoding time of the next picture.
    mutating func take() -> Int64 {
        defer { next += 1 }
        return waiting[next]
    }
}
