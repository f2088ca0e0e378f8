import Glibc
package import SystemPackage

/// System calls that swift-system does not have.
package enum SystemCall {
    /// Makes a system call and repeats it while a signal interrupts it (`EINTR`).
    /// - Returns: The final result of the call. If it is below 0, `errno` has the reason, which is not `EINTR`.
    package static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}

extension Errno {
    /// Converts an error that swift-system threw. Most of its functions throw only `Errno`, but do not declare it.
    package init(thrown error: any Error) { self = error as? Errno ?? .ioError }
}
