public import ReplayErrors

/// An error of a broadcast: a target that cannot be used, or a request that could not be answered.
public struct BroadcastError: CategorizedError {
    /// The category of the error, from which the exit code follows.
    public let category: ErrorCategory
    /// The error as a sentence for the user, without its full stop and without secrets.
    public let description: String

    /// Creates an error.
    public init(_ category: ErrorCategory, description: String) {
        self.category = category
        self.description = description
    }
}
