import Glibc

/// An instant of the host's monotonic clock (`CLOCK_MONOTONIC`), in nanoseconds. All media is timed with this clock.
public struct HostTime: Hashable, Sendable {
    /// The time between two instants.
    public typealias Duration = Swift.Duration

    /// An instant later than any deadline: about 146 years after the clock's zero.
    package static var distantFuture: HostTime { HostTime(nanoseconds: .max / 2) }

    /// The nanoseconds since a fixed instant. On Linux this is the boot; the time in suspend is not counted.
    public var nanoseconds: Int64

    /// Creates an instant from the clock's nanoseconds.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The current time.
    public static var now: HostTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return HostTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Returns true if the first instant is earlier.
    public static func < (left: HostTime, right: HostTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}

extension HostTime: InstantProtocol {
    /// Returns the instant `duration` later, or earlier if `duration` is negative.
    public func advanced(by duration: Duration) -> HostTime {
        HostTime(nanoseconds: nanoseconds + duration.nanoseconds)
    }

    /// Returns the time from this instant to `other`, negative if `other` is earlier.
    public func duration(to other: HostTime) -> Duration { .nanoseconds(other.nanoseconds - nanoseconds) }

    /// Returns the instant `duration` after `time`.
    public static func + (time: HostTime, duration: Duration) -> HostTime { time.advanced(by: duration) }

    /// Returns the instant `duration` before `time`.
    public static func - (time: HostTime, duration: Duration) -> HostTime { time.advanced(by: .zero - duration) }

    /// Returns the time from `right` to `left`, negative if `left` is earlier.
    public static func - (left: HostTime, right: HostTime) -> Duration { right.duration(to: left) }
}
