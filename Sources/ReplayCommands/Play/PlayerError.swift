import ReplayCommandLine
import ReplayErrors

/// Nothing can be played.
enum PlayerError: CategorizedError {
    /// No player is installed that is known.
    case none
    case unknown(String)
    /// With its exit code.
    case failed(String, Int32)

    var category: ErrorCategory { if case .failed = self { .failed } else { .unavailable } }

    var description: String {
        switch self {
        case .none: "no video player is installed; install mpv, or name another by --player"
        case .unknown(let name): "there is no program “\(name)”"
        case .failed(let program, let code): "\(program) ended with \(code)"
        }
    }
}
