/// One thing that is not as the specifications want it.
public struct HLSFinding: Sendable, Codable, Equatable {
    /// How bad it is.
    public enum Severity: String, Sendable, Codable {
        /// The row is violated.
        case violation
        /// Allowed, or not to be looked into, but worth to know.
        case warning
    }

    /// Which row of the table it is about.
    public let row: HLSCheck
    /// Whether the row is violated by it.
    public let severity: Severity
    /// From the folder that is checked.
    public let file: String
    /// In a playlist or a text: the line, 1 for the first.
    public let line: Int?
    /// In a media file: where, in bytes.
    public let offset: Int64?
    /// What is there.
    public let found: String
    /// What should be there.
    public let expected: String

    init(
        _ row: HLSCheck, _ severity: Severity = .violation, file: String, line: Int? = nil, offset: Int64? = nil,
        found: String, expected: String
    ) {
        (self.row, self.severity, self.file) = (row, severity, file)
        (self.line, self.offset, self.found, self.expected) = (line, offset, found, expected)
    }

    init(_ row: HLSCheck, file: String, _ fault: MediaFault) {
        self.init(row, file: file, offset: fault.offset, found: fault.found, expected: fault.expected)
    }
}
