/// The reason for covering a recording.
public enum CoverReason: String, Codable, Hashable, Sendable {
    /// A user or a program requested it.
    case request
    /// A private window is visible, such as a password manager's.
    case window
}
