import Glibc
package import ReplayErrors

/// An error that occurs if a process cannot be confined.
package struct SandboxError: CategorizedError {
    package let description: String

    package var category: ErrorCategory { .unavailable }

    /// Creates the error of a sandbox that lacks a part.
    /// - Parameter missing: The reason, as a sentence without its full stop.
    package init(missing: String) { description = "a complete sandbox is required, but \(missing)" }

    /// Creates the error of a part that cannot be put into force.
    /// - Parameters:
    ///   - part: The part, as the end of a sentence.
    ///   - code: The `errno` of the call that failed.
    init(part: String, code: Int32) {
        description = "cannot run a decoder \(part): \(String(cString: strerror(code)).lowercased())"
    }
}
