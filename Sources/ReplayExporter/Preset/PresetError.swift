/// A preset that cannot be used.
public struct PresetError: Error, Sendable, CustomStringConvertible {
    /// What is wrong with it.
    public enum Kind: Sendable {
        /// No preset has this name.
        case unknown
        /// Its file says what no preset can.
        case invalid
    }

    public let kind: Kind
    let reason: String

    public var description: String { reason }
}
