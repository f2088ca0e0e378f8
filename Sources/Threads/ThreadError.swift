import Glibc
package import ReplayErrors

/// A thread that cannot be started: the system has no room for one more.
package struct ThreadError: CategorizedError {
    /// What the thread was for.
    package let name: String
    /// The `errno` of pthread_create(3).
    package let code: Int32

    /// What kind of failure it is.
    package var category: ErrorCategory { .temporary }

    package var description: String {
        "cannot start the thread “\(name)”: \(String(cString: strerror(code)))"
    }
}
