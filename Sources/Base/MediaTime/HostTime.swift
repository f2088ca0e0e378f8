import Glibc

/// An instant of the host's monotonic clock (`CLOCK_MONOTONIC`), in nanoseconds. Only this clock times media.
public struct HostTime: Hashable, Sendable {
    /// How far two instants are apart.
    public typealias Duration = Swift.Duration

    /// Later than any instant that is waited for: some 200 years from now.
    package static var distantFuture: HostTime { HostTime(nanoseconds: .max / 2) }

    /// Nanoseconds since an arbitrary, fixed instant (on Linux: the boot, without time asleep).
    public var nanoseconds: Int64

    /// Sets its properties.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The present instant.
    public static var now: HostTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return HostTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Whether one instant is before another.
    public static func < (left: HostTime, right: HostTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}

extension HostTime: InstantProtocol {
    /// The instant so much later, or earlier.
    public func advanced(by duration: Duration) -> HostTime {
        HostTime(nanoseconds: nanoseconds + duration.nanoseconds)
    }

    /// How long it is to `other`; negative where that is earlier.
    public func duration(to other: HostTime) -> Duration { .nanoseconds(other.nanoseconds - nanoseconds) }

    /// The instant `duration` after `time`.
    public static func + (time: HostTime, duration: Duration) -> HostTime { time.advanced(by: duration) }

    /// The instant `duration` before `time`.
    public static func - (time: HostTime, duration: Duration) -> HostTime { time.advanced(by: .zero - duration) }

    /// How long it is from `right` to `left`, negative if `left` is the earlier.
    public static func - (left: HostTime, right: HostTime) -> Duration { right.duration(to: left) }
}
