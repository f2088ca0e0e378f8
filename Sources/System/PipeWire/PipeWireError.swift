package import ReplayErrors

/// An error because of which PipeWire delivers no frames. The description is a sentence without a full stop.
package struct PipeWireError: CategorizedError {
    /// The kind of failure.
    package enum Code: Sendable {
        /// The server is gone, or refused the connection.
        case disconnected
        /// The captured node no longer exists.
        case nodeLost
        /// The two sides have no format in common.
        case noFormat
        /// The system has no memory or file descriptor left.
        case outOfResources
    }

    package let code: Code
    package let description: String
    /// The error's category, `unavailable`.
    package var category: ErrorCategory { .unavailable }

    package init(_ code: Code, description: String) {
        self.code = code
        self.description = description
    }
}
