/// The result of validating a folder or server.
public struct HLSReport: Sendable, Codable {
    /// The result of a row.
    public struct Row: Sendable, Codable {
        /// The row.
        public let row: HLSCheck
        /// A short description of the check.
        public let title: String
        /// The number of violations.
        public let violations: Int
        /// The number of warnings.
        public let warnings: Int
    }

    /// The folder or address that was validated.
    public let folder: String
    /// The playlists that were read, relative to the folder.
    public let playlists: [String]
    /// All rows, in order.
    public let rows: [Row]
    /// The findings, at most ``findingLimit`` for each row. The counts in ``rows`` include all findings.
    public let findings: [HLSFinding]

    /// The maximum number of findings that are listed for a row.
    public static let findingLimit = 100

    init(folder: String, playlists: [String], findings: [HLSFinding]) {
        (self.folder, self.playlists) = (folder, playlists)
        rows = HLSCheck.allCases.map { row in
            let own = findings.filter { $0.row == row }
            let violations = own.count { $0.severity == .violation }
            return Row(row: row, title: row.title, violations: violations, warnings: own.count - violations)
        }
        self.findings = HLSCheck.allCases.flatMap { row in
            let own = findings.filter { $0.row == row }
            let sorted = own.filter { $0.severity == .violation } + own.filter { $0.severity == .warning }
            return sorted.prefix(Self.findingLimit)
        }
    }

    /// True if no row is violated.
    public var isValid: Bool { rows.allSatisfy { $0.violations == 0 } }
}
