/// What the validator says of a folder.
public struct HLSReport: Sendable, Codable {
    /// What came of one row.
    public struct Row: Sendable, Codable {
        /// Which one.
        public let row: HLSCheck
        /// What it checks, in a few words.
        public let title: String
        /// How many violations were found.
        public let violations: Int
        /// How many warnings there are.
        public let warnings: Int
    }

    /// The folder that was checked.
    public let folder: String
    /// The playlists that were read, from the folder.
    public let playlists: [String]
    /// All rows, in their order.
    public let rows: [Row]
    /// At most ``findingLimit`` of each row; the rows' counts are of all.
    public let findings: [HLSFinding]

    /// So many findings of a row are told one by one.
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

    /// Whether no row is violated.
    public var isValid: Bool { rows.allSatisfy { $0.violations == 0 } }
}
