public import ReplayErrors

/// An error that occurs if a preset cannot be found or read.
public struct PresetError: CategorizedError {
    /// The kinds of preset errors.
    public enum Kind: Sendable {
        /// No preset has this name.
        case unknown
        /// The contents of the preset are invalid.
        case invalid
    }

    /// The kind of the error.
    public let kind: Kind
    package let reason: String

    /// The category of the failure.
    public var category: ErrorCategory { kind == .unknown ? .noInput : .badData }

    /// The error as a sentence for the user, without its full stop.
    public var description: String { reason }
}
