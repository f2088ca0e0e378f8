public import ReplayErrors

/// An error that occurs while reading another program's file, or while writing an edit for it.
public struct InterchangeError: CategorizedError, Hashable {
    /// The format of the file.
    public let format: InterchangeFormat
    /// The line number, from 1, if the format consists of lines.
    public let line: Int?
    /// The reason, as a clause.
    public let reason: String

    package init(_ format: InterchangeFormat, line: Int? = nil, reason: String) {
        (self.format, self.line, self.reason) = (format, line, reason)
    }
}

extension InterchangeError {
    /// The category of the error.
    public var category: ErrorCategory { .badData }

    /// A sentence.
    public var description: String { (line.map { "line \($0): " } ?? "") + reason }
}
