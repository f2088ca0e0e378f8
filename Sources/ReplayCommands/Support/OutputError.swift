import Glibc

/// Standard output could not be written.
enum OutputError: Error, CustomStringConvertible {
    /// Why: an `errno`.
    case failed(Int32)
    /// The reader of the pipe has gone, as `head` does.
    case noReader

    var description: String {
        switch self {
        case .failed(let code): "cannot write to standard output: \(String(cString: strerror(code)).lowercased())"
        case .noReader: "the reader of standard output has gone"
        }
    }
}
