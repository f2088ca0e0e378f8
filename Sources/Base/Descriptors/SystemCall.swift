import Glibc
package import SystemPackage

/// Calls into the kernel that swift-system does not have.
package enum SystemCall {
    /// Makes a call, and again as long as a signal interrupts it.
    /// - Returns: what it gives at last; below 0, `errno` says why, which is not `EINTR`.
    package static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}

extension Errno {
    /// What a call of swift-system has thrown. Most of them do not declare that it is always an `Errno`.
    package init(thrown error: any Error) { self = error as? Errno ?? .ioError }
}
