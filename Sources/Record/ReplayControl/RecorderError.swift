public import ReplayErrors

/// A recording that could not begin, or that a recorder could not be asked about.
public struct RecorderError: CategorizedError {
    /// The kind of an error.
    public enum Kind: String, Codable, Sendable {
        /// There is no display, or no audio server, that lets us in.
        case unavailable
        /// There is no such window, monitor or device.
        case missing
        /// A file that was named is not what it should be: a cover image that is no image.
        case unusable
        /// The recording's files cannot be made.
        case cannotCreate
        /// It was asked for something that cannot be.
        case invalid
        /// The recorder's program is not there, or ended unexpectedly.
        case recorderLost
        /// No such recording is being made.
        case notRecording
        /// It is in use by another recorder.
        case busy
        /// A recorder is at work on it, and does not answer.
        case unresponsive
        /// It is not permitted: by the user's own answer or by the administrator's policy.
        case forbidden
        /// Anything else.
        case failed
    }

    /// The kind of the error.
    public let kind: Kind
    /// What kind of failure it is.
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

    /// A sentence for the user.
    public let description: String

    /// Sets its properties.
    /// - Parameters:
    ///   - kind: what is in the way.
    ///   - description: a sentence, without its full stop.
    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
