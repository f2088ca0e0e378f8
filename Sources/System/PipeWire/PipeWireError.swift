package import ReplayErrors

/// Why PipeWire gives no frames (any more). Its description is a sentence without its full stop.
package struct PipeWireError: CategorizedError {
    /// The kind of failure.
    package enum Code: Sendable {
        /// The server went away, or refused the connection.
        case disconnected
        /// What was captured is not there any more.
        case nodeLost
        /// No format that both sides have.
        case noFormat
        /// The system has no memory or descriptor left.
        case outOfResources
    }

    package let code: Code
    package let description: String
    /// What kind of failure it is.
    package var category: ErrorCategory { .unavailable }

    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
