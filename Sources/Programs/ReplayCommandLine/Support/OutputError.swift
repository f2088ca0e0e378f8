import Glibc
package import ReplayErrors

/// Standard output could not be written.
package enum OutputError: CategorizedError {
    /// Why: an `errno`.
    case failed(Int32)
    /// The reader of the pipe has gone, as `head` does.
    case noReader

    package var category: ErrorCategory { .cannotCreate }

    package var description: String {
        switch self {
        case .failed(let code): "cannot write to standard output: \(String(cString: strerror(code)).lowercased())"
        case .noReader: "the reader of standard output has gone"
        }
    }
}
