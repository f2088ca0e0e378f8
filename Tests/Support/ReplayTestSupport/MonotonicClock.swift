import Glibc

/// The clock of these tests: CLOCK_MONOTONIC in nanoseconds, shared by all processes.
public enum MonotonicClock {
    /// The nanoseconds since the machine started.
    public static var nanoseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// The microseconds since the machine started, as barcodes hold them.
    public static var microseconds: UInt64 { nanoseconds / 1000 }

    /// Sleeps until an instant of this clock, in nanoseconds.
    public static func sleep(until instant: UInt64) {
        var time = timespec(tv_sec: Int(instant / 1_000_000_000), tv_nsec: Int(instant % 1_000_000_000))
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
    }
}
