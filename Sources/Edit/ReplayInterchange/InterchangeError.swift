public import ReplayErrors

/// Why an edit cannot be read from another program's file, or written for it.
public struct InterchangeError: CategorizedError, Hashable {
    /// Of the file.
    public let format: InterchangeFormat
    /// The line, from 1, where the format goes by lines.
    public let line: Int?
    /// What is wrong, in a sentence.
    public let reason: String

    package init(_ format: InterchangeFormat, line: Int? = nil, _ reason: String) {
        (self.format, self.line, self.reason) = (format, line, reason)
    }
}

extension InterchangeError {
    /// What kind of failure it is.
    public var category: ErrorCategory { .badData }

    /// One sentence.
    public var description: String { (line.map { "line \($0): " } ?? "") + reason }
}
