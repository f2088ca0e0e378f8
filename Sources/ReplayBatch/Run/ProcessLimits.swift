import FFmpeg
import Glibc

/// Holds this process to what its job may use.
enum ProcessLimits {
    /// Longer than the reason needs to be written down.
    private static let grace: UInt32 = 3

    /// - Parameters:
    ///   - whenLate: called on a thread of its own when the time is up; the process ends after it, whatever else it is at.
    /// - Throws: where no thread can be had.
    static func apply(_ limits: JobLimits, whenLate: @escaping @Sendable () -> Void) throws {
        let seconds = UInt32(clamping: limits.seconds)
        _ = try WorkerThread("time limit") {
            var left = seconds
            while left > 0 { left = sleep(left) }
            // The kernel sees to it where not even that can be done.
            alarm(grace)
            whenLate()
            _exit(1)
        }
        // Only now: a thread wants memory too.
        limit(memory: limits.memory)
    }

    private static func limit(memory bytes: Int64) {
        // What is written to, not what is mapped: of libraries alone that is more than a gigabyte.
        var memory = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
        setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &memory)
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }

    /// Ends this process as soon as the one that started it has ended, which keeps our standard input open until then.
    static func endWithParent() throws {
        _ = try WorkerThread("parent") {
            var byte: UInt8 = 0
            var count = 0
            repeat { count = read(STDIN_FILENO, &byte, 1) } while count > 0 || count < 0 && errno == EINTR
            kill(getpid(), SIGKILL)
        }
    }
}
