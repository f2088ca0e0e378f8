/// An export that could not be made.
public enum ExportError: Error, Sendable, CustomStringConvertible {
    /// There is a file of the output's name.
    case outputExists(String)
    /// It was cancelled.
    case cancelled

    public var description: String {
        switch self {
        case .outputExists(let path): "\(path) exists; --force replaces it"
        case .cancelled: "the export was cancelled; nothing was written"
        }
    }
}
