public import ReplayErrors

/// An error of a recorder: a recording that could not begin, or a request that could not be answered.
public struct RecorderError: CategorizedError {
    /// The kind of a recorder's error.
    public enum Kind: String, Codable, Sendable {
        /// No display or audio server is available, or it refuses the connection.
        case unavailable
        /// The window, monitor or device does not exist.
        case missing
        /// A file has the wrong contents, such as a cover image that is not an image.
        case unusable
        /// The recording's files cannot be created.
        case cannotCreate
        /// The request or the configuration is invalid.
        case invalid
        /// The recorder's program is missing or ended unexpectedly.
        case recorderLost
        /// The recording is not in progress.
        case notRecording
        /// Another recorder uses the recording.
        case busy
        /// The recorder does not answer.
        case unresponsive
        /// The user or the administrator's policy does not permit it.
        case forbidden
        /// Any other failure.
        case failed
    }

    /// The kind of the error.
    public let kind: Kind
    /// The category of the error, from which the exit code follows.
    public var category: ErrorCategory {
        switch kind {
        case .unavailable: .unavailable
        case .cannotCreate: .cannotCreate
        case .invalid: .usage
        case .unusable: .badData
        case .notRecording, .missing: .noInput
        case .busy, .unresponsive: .temporary
        case .forbidden: .notPermitted
        case .recorderLost, .failed: .failed
        }
    }

    /// The error as a sentence for the user, without its full stop.
    public let description: String

    /// Creates an error.
    /// - Parameters:
    ///   - kind: The kind of the error.
    ///   - description: A sentence for the user, without its full stop.
    public init(_ kind: Kind, description: String) {
        self.kind = kind
        self.description = description
    }
}
