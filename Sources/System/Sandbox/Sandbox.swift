import CLinux
import Glibc

/// The confinement of this process to what it needs. It cannot be undone.
package enum Sandbox {
    /// Confines this process. Call it before the process has a second thread.
    /// - Parameters:
    ///   - calls: The system calls that the process may make.
    ///   - limits: The resources that it may use.
    ///   - firstClosed: The number from which on descriptors are closed.
    ///   - support: The parts to use; tests leave some out.
    /// - Throws: `SandboxError` if a part that the kernel has cannot be put into force.
    package static func enter(
        to calls: SystemCallPolicy, limits: ResourceLimits, closingFrom firstClosed: CInt,
        support: SandboxSupport = .ofKernel
    ) throws(SandboxError) {
        let threads = threadCount
        guard threads > 0 else { throw SandboxError(missing: "/proc cannot be read") }
        guard threads == 1 else {
            throw SandboxError(missing: "a library has started a thread, perhaps one of $LD_PRELOAD")
        }
        // The kernel lets a process filter its calls only if it cannot gain privileges.
        guard replay_forbid_privileges() == 0, replay_forbid_inspection() == 0, replay_end_with_parent() == 0 else {
            throw SandboxError(part: "with no new privileges", code: errno)
        }
        guard replay_close_from(UInt32(firstClosed)) == 0 else {
            throw SandboxError(part: "without inherited descriptors", code: errno)
        }
        try require(limits.apply(), "with limits")
        guard replay_drop_capabilities() == 0 else {
            throw SandboxError(part: "without capabilities", code: errno)
        }
        // Each of the calls below must come before the filter that forbids it.
        if support.landlockVersion > 0 {
            try require(Landlock.restrict(version: support.landlockVersion), "by Landlock")
        }
        if support.filtersCalls { try require(SystemCallFilter(calls).install(), "by seccomp") }
    }

    private static func require(_ code: Int32?, _ part: String) throws(SandboxError) {
        if let code { throw SandboxError(part: part, code: code) }
    }

    /// The number of this process's threads; 0 if `/proc` cannot be read.
    private static var threadCount: Int {
        guard let folder = opendir("/proc/self/task") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while let entry = readdir(folder) { if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 } }
        return count
    }
}
