import Glibc
import SystemPackage
import Threads

/// The enforcement of a job's limits in this process.
enum ProcessLimits {
    /// The time to write the reason down, in seconds, after which the kernel ends the process.
    private static let grace: UInt32 = 3
    /// The interval between checks, in microseconds.
    private static let interval: UInt32 = 50_000

    /// Starts to check the limits on a thread of its own.
    /// - Parameter whenBeyond: Called with the reason on that thread. The process ends afterwards.
    /// - Throws: An error if the thread cannot be created.
    static func apply(_ limits: JobLimits, whenBeyond: @escaping @Sendable (String) -> Void) throws {
        let deadline = ContinuousClock.now + .seconds(limits.seconds)
        try WorkerThread.detach(named: "limits") {
            var reason: String?
            repeat {
                usleep(interval)
                if ContinuousClock.now > deadline { reason = "it took longer than \(limits.seconds) s" }
                if usedMemory > limits.memory { reason = "it needed more than \(limits.memory >> 20) MiB of memory" }
            } while reason == nil
            // SIGALRM ends the process if even `whenBeyond` hangs.
            alarm(grace)
            whenBeyond(reason ?? "")
            _exit(1)
        }
        limit(RLIMIT_CORE, to: 0)
        // This stops a growth that is faster than the checks. It is higher than the job's limit, because libraries
        // behave unpredictably without memory, for example wait for threads that could not start.
        limit(RLIMIT_DATA, to: rlim_t(limits.memory) + 4 << 30)
    }

    private static func limit(_ resource: __rlimit_resource, to most: rlim_t) {
        var value = rlimit(rlim_cur: most, rlim_max: most)
        setrlimit(__rlimit_resource_t(resource.rawValue), &value)
    }

    /// The memory of this process without files, in bytes.
    private static var usedMemory: Int64 {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 128)
        guard fgets(&text, Int32(text.count), file) != nil else { return 0 }
        let pages = text.split(separator: 32).prefix(3).map { atoll(Array($0) + [0]) }
        return pages.count == 3 ? Int64(pages[1] - pages[2]) * Int64(sysconf(Int32(_SC_PAGESIZE))) : 0
    }

    /// Kills this process as soon as its standard input closes. The parent keeps it open until it ends.
    static func endWithParent() throws {
        try WorkerThread.detach(named: "parent") {
            var byte: UInt8 = 0
            // A read error counts as closed, so that this process never outlives its parent.
            while let count = try? withUnsafeMutableBytes(
                of: &byte, { try FileDescriptor.standardInput.read(into: $0) }), count > 0
            {}
            kill(getpid(), SIGKILL)
        }
    }
}
