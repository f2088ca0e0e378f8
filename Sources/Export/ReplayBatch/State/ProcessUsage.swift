import Glibc
import ReplayLibrary
import ReplayMovie

/// What a process has used.
public struct ProcessUsage: Codable, Hashable, Sendable {
    /// By the clock on the wall, in seconds.
    public let seconds: Double
    /// Of all its threads, in seconds.
    public let cpuSeconds: Double
    /// The most memory it held at once, in bytes, code included.
    public let peakBytes: Int64

    static let none = ProcessUsage(seconds: 0, cpuSeconds: 0, peakBytes: 0)

    /// What this process has used.
    /// - Parameter start: when it began.
    static func ofThisProcess(since start: ContinuousClock.Instant) -> ProcessUsage {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000 }
        return ProcessUsage(
            seconds: (ContinuousClock.now - start) / .seconds(1),
            cpuSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime), peakBytes: Int64(usage.ru_maxrss) << 10)
    }

    /// What this machine is called.
    static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        return String(path: name)
    }
}
