/// The reason why a target could not be reached or no longer takes data.
public struct BroadcastFailure: Error, Codable, Equatable, Sendable {
    /// The kind of a failure, which decides whether another attempt is useful.
    public enum Kind: String, Codable, Sendable {
        /// The target refuses the broadcast: a wrong key, a name in use, or a certificate that is not trusted.
        case refused
        /// The network or the target failed. It may return.
        case lost
        /// The output cannot be written, such as a file on a full disk. Another attempt does not help.
        case unwritable
        /// The handler program failed. It is not started again.
        case handler
    }

    /// The kind of the failure.
    public let kind: Kind
    /// The reason as a clause for the user, without secrets.
    public let reason: String

    /// Creates a failure.
    public init(_ kind: Kind, reason: String) {
        self.kind = kind
        self.reason = reason
    }
}
