import ReplayCommandLine
import ReplayErrors

/// A file of defaults that cannot be used, or a default that cannot be.
struct ConfigError: CategorizedError {
    let reason: String

    var category: ErrorCategory { .badData }

    /// A sentence for the user, without its full stop.
    var description: String { reason }
}
