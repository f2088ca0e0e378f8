package import MediaTime

/// A calculation of the next frame's time: frames come at most at the maximum rate, and keyframes every 2 s.
///
/// A pure value. The caller provides the times.
package struct FramePacer: Sendable {
    /// The interval between keyframes.
    package static let keyframeInterval = Duration.seconds(2)

    private let interval: Duration
    /// The time of the next frame at exactly the maximum rate.
    package private(set) var nextRegular: HostTime?
    private var lastKeyframe: HostTime?
    private var lastFrame: HostTime?

    /// - Parameter framesPerSecond: The maximum rate, in 1...240.
    package init(framesPerSecond: Int) {
        interval = .nanoseconds(1_000_000_000 / Int64(framesPerSecond))
    }

    /// The earliest time for the next frame. A tolerance of half an interval lets a source with slight jitter pass
    /// completely. Over any longer time, the rate stays below the maximum.
    package var earliest: HostTime? { nextRegular.map { $0 - interval / 2 } }

    /// The time at which an unchanged frame is repeated as a keyframe. A changing screen gets 100 ms more, because its
    /// next frame serves as well.
    package var repeatDeadline: HostTime? {
        guard let lastKeyframe, let lastFrame else { return nil }
        return max(lastKeyframe + Self.keyframeInterval, lastFrame + .milliseconds(100))
    }

    /// Records a dropped frame, so that the next one is not due at once.
    package mutating func skip(at time: HostTime) {
        nextRegular = max(nextRegular ?? time, time - interval / 2) + interval
        lastFrame = time
    }

    /// Records a frame.
    /// - Returns: True if the frame must be a keyframe.
    package mutating func take(at time: HostTime) -> Bool {
        skip(at: time)
        if let last = lastKeyframe, time - last < Self.keyframeInterval { return false }
        lastKeyframe = time
        return true
    }
}
