public import ReplayErrors
import ReplayJSON

/// An error in a job file.
public struct JobFileError: CategorizedError {
    /// The path of the file as the user gave it.
    public let path: String
    /// The line number, from 1, or nil if the error concerns the whole file.
    public let line: Int?
    /// The column in characters, from 1, or nil if the error concerns the whole file.
    public let column: Int?
    /// The reason, as a clause.
    public let reason: String

    init(path: String, at place: TextPlace? = nil, _ reason: String) {
        self.path = path
        line = place?.line
        column = place?.column
        self.reason = reason
    }

    /// The category of the error.
    public var category: ErrorCategory { .badData }

    /// A sentence for the user, without a full stop.
    public var description: String {
        guard let line, let column else { return "\(path): \(reason)" }
        return "\(path), line \(line), column \(column): \(reason)"
    }
}
