import Glibc
package import ReplayErrors

/// An error that occurs while standard output is written.
package enum OutputError: CategorizedError {
    /// A failed write, with its `errno`.
    case failed(Int32)
    /// The reader of the pipe has ended, as `head` does.
    case noReader

    package var category: ErrorCategory { .cannotCreate }

    package var description: String {
        switch self {
        case .failed(let code): "cannot write to standard output: \(String(cString: strerror(code)).lowercased())"
        case .noReader: "the reader of standard output is gone"
        }
    }
}
