/// Says which frames become keyframes, so that it is never longer from one to the next than an interval; longer only
/// where a single frame is shown for longer.
struct KeyframeClock {
    private let interval: Int64
    private var last: Int64?

    /// - Parameter interval: in ticks.
    init(interval: Int64) { self.interval = interval }

    /// Whether the next frame becomes one.
    mutating func isKeyframe(from start: Int64, to end: Int64) -> Bool {
        if let last, end - last <= interval { return false }
        last = start
        return true
    }

    /// Where the frame, shown until `end`, must be repeated as a keyframe for none to be late.
    mutating func repeats(until end: Int64) -> [Int64] {
        var times: [Int64] = []
        while let time = last.map({ $0 + interval }), time < end {
            times.append(time)
            last = time
        }
        return times
    }
}
