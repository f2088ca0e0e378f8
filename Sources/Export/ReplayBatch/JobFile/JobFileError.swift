public import ReplayErrors
import ReplayJSON

/// A job file that cannot be used.
public struct JobFileError: CategorizedError {
    /// The file, as it was named.
    public let path: String
    /// Where in it, from 1; nil: it is about the file as a whole.
    public let line: Int?
    /// As `line`, in characters.
    public let column: Int?
    /// What is wrong, as the end of a sentence.
    public let reason: String

    init(path: String, at place: TextPlace? = nil, _ reason: String) {
        self.path = path
        line = place?.line
        column = place?.column
        self.reason = reason
    }

    /// What kind of failure it is.
    public var category: ErrorCategory { .badData }

    /// What is wrong, as a sentence for the user, without its full stop.
    public var description: String {
        guard let line, let column else { return "\(path): \(reason)" }
        return "\(path), line \(line), column \(column): \(reason)"
    }
}
