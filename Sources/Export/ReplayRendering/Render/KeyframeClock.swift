/// A policy that chooses keyframes so that the interval between two of them does not exceed a maximum. It is longer
/// only if a single frame is shown for longer.
package struct KeyframeClock {
    private let interval: Int64
    private var last: Int64?

    /// - Parameter interval: The maximum interval, in ticks.
    package init(interval: Int64) { self.interval = interval }

    /// Returns true if the next frame must become a keyframe.
    package mutating func isKeyframe(from start: Int64, to end: Int64) -> Bool {
        if let last, end - last <= interval { return false }
        last = start
        return true
    }

    /// Returns the times at which the current frame, shown until `end`, must be repeated as a keyframe to keep the
    /// interval.
    package mutating func repeats(until end: Int64) -> [Int64] {
        var times: [Int64] = []
        while let time = last.map({ $0 + interval }), time < end {
            times.append(time)
            last = time
        }
        return times
    }
}
