/// Why a recording is covered.
public enum CoverReason: String, Codable, Hashable, Sendable {
    /// Somebody asked for it.
    case request
    /// A window that is private is visible, such as a password manager's.
    case window
}
