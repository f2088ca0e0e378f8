import Glibc

/// The clock of the processor time of another process.
package struct ProcessClock: Sendable {
    private let clock: clockid_t

    /// Creates the clock. Nil if there is no such process.
    init?(_ process: pid_t) {
        var clock = clockid_t()
        guard clock_getcpuclockid(process, &clock) == 0 else { return nil }
        self.clock = clock
    }

    /// The processor time that the process has used, or nil after its end.
    package var time: Duration? {
        var time = timespec()
        guard clock_gettime(clock, &time) == 0 else { return nil }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
