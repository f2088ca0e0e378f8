/// A check of the processor time of a process that must answer, to find whether it is hung.
struct Watchdog {
    private var checks = 0
    private var idleChecks = 0
    private var used: Duration?

    /// The time between two checks, in milliseconds.
    static let interval: Int32 = 5000
    /// The number of checks after which an answer is overdue. On a busy machine, a frame may take long.
    private static let maxChecks = 120
    /// The number of consecutive checks without progress after which the process is hung. While all processes are
    /// frozen, only one check passes.
    private static let maxIdleChecks = 6

    /// Makes a check.
    /// - Parameter processorTime: The processor time that the process has used, or nil if it is not known.
    /// - Returns: True if the process is hung.
    mutating func isHung(processorTime: Duration?) -> Bool {
        idleChecks = processorTime == used ? idleChecks + 1 : 0
        used = processorTime
        checks += 1
        return idleChecks >= Self.maxIdleChecks || checks >= Self.maxChecks
    }
}
