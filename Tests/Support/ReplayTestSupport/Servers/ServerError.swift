/// Why a server or a tool that a test needs did not do its work. The description is a sentence.
public struct ServerError: Error, Hashable, CustomStringConvertible {
    /// What failed and why.
    public let description: String

    /// An error of this description.
    public init(_ description: String) {
        self.description = description
    }
}
