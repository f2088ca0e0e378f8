import Glibc

/// An instant of the host's monotonic clock (`CLOCK_MONOTONIC`), in nanoseconds. Only this clock times media.
public struct HostTime: Comparable, Hashable, Sendable {
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

    /// The instant `nanoseconds` after `time`.
    public static func + (time: HostTime, nanoseconds: Int64) -> HostTime {
        HostTime(nanoseconds: time.nanoseconds + nanoseconds)
    }

    /// The instant `nanoseconds` before `time`.
    public static func - (time: HostTime, nanoseconds: Int64) -> HostTime {
        HostTime(nanoseconds: time.nanoseconds - nanoseconds)
    }

    /// The nanoseconds from `right` to `left`, negative if `left` is the earlier.
    public static func - (left: HostTime, right: HostTime) -> Int64 {
        left.nanoseconds - right.nanoseconds
    }
}
