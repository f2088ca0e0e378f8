import Glibc

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
