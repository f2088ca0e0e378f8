import Glibc

/// The CPU time of the calling thread. Unlike elapsed time, it hardly depends on the machine's other work.
public enum ThreadTime {
    /// Returns the CPU time that `body` takes in the calling thread.
    public static func measure(_ body: () throws -> Void) rethrows -> Duration {
        let start = now
        try body()
        return now - start
    }

    private static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
