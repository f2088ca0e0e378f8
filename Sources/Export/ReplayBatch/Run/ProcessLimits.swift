import Glibc
import SystemPackage
import Threads

/// Holds this process to what its job may use.
enum ProcessLimits {
    /// Longer than the reason needs to be written down, in seconds.
    private static let grace: UInt32 = 3
    /// From one look to the next, in microseconds.
    private static let interval: UInt32 = 50_000

    /// Watches from now on, on a thread of its own.
    /// - Parameter whenBeyond: called with the reason, on that thread; the process ends after it, whatever else it is at.
    /// - Throws: where no thread can be had.
    static func apply(_ limits: JobLimits, whenBeyond: @escaping @Sendable (String) -> Void) throws {
        let deadline = ContinuousClock.now + .seconds(limits.seconds)
        try WorkerThread.detach("limits") {
            var reason: String?
            repeat {
                usleep(interval)
                if ContinuousClock.now > deadline { reason = "it took longer than \(limits.seconds) s" }
                if usedMemory > limits.memory { reason = "it needed more than \(limits.memory >> 20) MiB of memory" }
            } while reason == nil
            // The kernel sees to it where not even that can be done.
            alarm(grace)
            whenBeyond(reason ?? "")
            _exit(1)
        }
        limit(RLIMIT_CORE, to: 0)
        // For what grows faster than it can be looked at. Not the limit itself: libraries that are refused memory may fail in
        // any way, and wait for threads that they could not start.
        limit(RLIMIT_DATA, to: rlim_t(limits.memory) + 4 << 30)
    }

    private static func limit(_ resource: __rlimit_resource, to most: rlim_t) {
        var value = rlimit(rlim_cur: most, rlim_max: most)
        setrlimit(__rlimit_resource_t(resource.rawValue), &value)
    }

    /// The memory that is this process's own, in bytes: what it holds but for files.
    private static var usedMemory: Int64 {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 128)
        guard fgets(&text, Int32(text.count), file) != nil else { return 0 }
        let pages = text.split(separator: 32).prefix(3).map { atoll(Array($0) + [0]) }
        return pages.count == 3 ? Int64(pages[1] - pages[2]) * Int64(sysconf(Int32(_SC_PAGESIZE))) : 0
    }

    /// Ends this process as soon as the one that started it has ended, which keeps our standard input open until then.
    static func endWithParent() throws {
        try WorkerThread.detach("parent") {
            var byte: UInt8 = 0
            while let count = try? withUnsafeMutableBytes(
                of: &byte, { try FileDescriptor.standardInput.read(into: $0) }), count > 0
            {}
            kill(getpid(), SIGKILL)
        }
    }
}
