public import MediaTime

/// What a redaction did.
public struct RedactionReport: Codable, Sendable, Equatable {
    /// What was planned, and is done.
    public let plan: RedactionPlan
    /// Files of the library that were read back.
    public let files: Int
    /// Their bytes.
    public let bytes: Int64
    /// Pieces of the removed packets that were looked for in them. A piece that the rest of the recording has too is none of
    /// them.
    public let pieces: Int
    /// Other files of the library that may show what was removed.
    public let mayShow: [RedactionFinding]
    /// True if the blocks of the old movie were overwritten. False if they were only freed, because the file system refused.
    public let isWiped: Bool
}

/// A file other than the recording's own that may show what was removed from it.
public struct RedactionFinding: Codable, Sendable, Equatable {
    /// The file.
    public let path: String
    /// The id of the recording whose movie the file is, or nil if it is another file.
    public let recording: String?
    /// The name of that recording.
    public let name: String?
    /// The ranges in which it may show or play the same, on that recording's clock. Empty if the file cannot be decoded.
    public let ranges: [TimeRange]
}
