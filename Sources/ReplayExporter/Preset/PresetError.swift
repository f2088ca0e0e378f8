/// A preset that cannot be used.
public struct PresetError: Error, Sendable, CustomStringConvertible {
    /// What is wrong with it.
    public enum Kind: Sendable {
        /// No preset has this name.
        case unknown
        /// Its file says what no preset can.
        case invalid
    }

    /// What is in the way.
    public let kind: Kind
    let reason: String

    /// What is wrong, as a sentence for the user, without its full stop.
    public var description: String { reason }
}
