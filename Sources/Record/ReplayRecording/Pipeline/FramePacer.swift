package import MediaTime

/// Says when the video track gets its next frame: not more often than the ceiling, and a keyframe every 2 s.
///
/// A pure value; the caller brings the clock.
package struct FramePacer: Sendable {
    /// From one keyframe to the next.
    package static let keyframeInterval = Duration.seconds(2)

    private let interval: Duration
    /// When the frame after the last one would come at exactly the ceiling's rate.
    package private(set) var nextRegular: HostTime?
    private var lastKeyframe: HostTime?
    private var lastFrame: HostTime?

    /// - Parameter framesPerSecond: the ceiling, 1...240.
    package init(framesPerSecond: Int) {
        interval = .nanoseconds(1_000_000_000 / Int64(framesPerSecond))
    }

    /// The earliest instant for the next frame. Half an interval of grace lets a source that keeps the rate,
    /// but not to the millisecond, through whole, while the rate over any longer time stays below the ceiling.
    package var earliest: HostTime? { nextRegular.map { $0 - interval / 2 } }

    /// When the last frame is sent again, as a keyframe, if nothing has changed by then. A screen in motion is
    /// given a tenth of a second more: its next frame is as good.
    package var repeatDeadline: HostTime? {
        guard let lastKeyframe, let lastFrame else { return nil }
        return max(lastKeyframe + Self.keyframeInterval, lastFrame + .milliseconds(100))
    }

    /// Notes a frame that is left out: the next is not due at once.
    package mutating func skip(at time: HostTime) {
        nextRegular = max(nextRegular ?? time, time - interval / 2) + interval
        lastFrame = time
    }

    /// Notes a frame.
    /// - Returns: whether it must be a keyframe.
    package mutating func take(at time: HostTime) -> Bool {
        skip(at: time)
        if let last = lastKeyframe, time - last < Self.keyframeInterval { return false }
        lastKeyframe = time
        return true
    }
}
