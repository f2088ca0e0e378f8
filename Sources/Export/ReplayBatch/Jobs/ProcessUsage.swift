import Glibc
import ReplayLibrary
import ReplayMovie

/// The resources that a process has used.
public struct ProcessUsage: Codable, Hashable, Sendable {
    /// The elapsed (wall-clock) time, in seconds.
    public let seconds: Double
    /// The CPU time of all threads, in seconds.
    public let cpuSeconds: Double
    /// The peak resident set size, in bytes.
    public let peakBytes: Int64

    static let none = ProcessUsage(seconds: 0, cpuSeconds: 0, peakBytes: 0)

    /// Returns the resources that this process has used.
    /// - Parameter start: The start of the process.
    static func ofThisProcess(since start: ContinuousClock.Instant) -> ProcessUsage {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000 }
        return ProcessUsage(
            seconds: (ContinuousClock.now - start) / .seconds(1),
            cpuSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime), peakBytes: Int64(usage.ru_maxrss) << 10)
    }

    /// The host name of this machine.
    static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        return String(path: name)
    }
}
