package import ReplayErrors

/// A file of defaults that cannot be used, or a default that cannot be.
package struct ConfigError: CategorizedError {
    package let reason: String

    package init(reason: String) { self.reason = reason }

    package var category: ErrorCategory { .badData }

    /// A sentence for the user, without its full stop.
    package var description: String { reason }
}
