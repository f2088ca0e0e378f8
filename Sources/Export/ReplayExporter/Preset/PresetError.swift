public import ReplayErrors

/// A preset that cannot be used.
public struct PresetError: CategorizedError {
    /// What is wrong with it.
    public enum Kind: Sendable {
        /// No preset has this name.
        case unknown
        /// Its file says what no preset can.
        case invalid
    }

    /// The kind of the error.
    public let kind: Kind
    let reason: String

    /// What kind of failure it is.
    public var category: ErrorCategory { kind == .unknown ? .noInput : .badData }

    /// What is wrong, as a sentence for the user, without its full stop.
    public var description: String { reason }
}
