/// An error of a server or a tool that a test needs. The description is a sentence.
public struct ServerError: Error, Hashable, CustomStringConvertible {
    /// The failure and its reason.
    public let description: String

    /// Creates an error with this description.
    public init(_ description: String) {
        self.description = description
    }
}
