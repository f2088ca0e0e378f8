/// A deviation from the specifications.
public struct HLSFinding: Sendable, Codable, Equatable {
    /// The severity of a finding.
    public enum Severity: String, Sendable, Codable {
        /// The row is violated.
        case violation
        /// The file is allowed, or could not be examined, but the user should know.
        case warning
    }

    /// The row of the table.
    public let row: HLSCheck
    /// The severity.
    public let severity: Severity
    /// The file's path, relative to the folder.
    public let file: String
    /// The line number in a playlist or text, from 1.
    public let line: Int?
    /// The offset in a media file, in bytes.
    public let offset: Int64?
    /// The content that was found.
    public let found: String
    /// The content that was expected.
    public let expected: String

    init(
        _ row: HLSCheck, severity: Severity = .violation, file: String, line: Int? = nil, offset: Int64? = nil,
        found: String, expected: String
    ) {
        (self.row, self.severity, self.file) = (row, severity, file)
        (self.line, self.offset, self.found, self.expected) = (line, offset, found, expected)
    }
}
