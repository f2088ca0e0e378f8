public import MediaTime

/// The result of a redaction.
public struct RedactionReport: Codable, Sendable, Equatable {
    /// The plan, which was carried out.
    public let plan: RedactionPlan
    /// The number of files that were read back.
    public let files: Int
    /// The number of bytes that were read back.
    public let bytes: Int64
    /// The number of pieces of removed packets that were searched in these files. A piece that also occurs in the rest
    /// of the recording is not counted.
    public let pieces: Int
    /// The other files that may show removed content.
    public let mayShow: [RedactionFinding]
    /// True if the blocks of the old movie were overwritten. False if they were only freed, because the file system refused.
    public let isWiped: Bool
}

/// A file, other than the recording's own, that may show removed content.
public struct RedactionFinding: Codable, Sendable, Equatable {
    /// The path of the file.
    public let path: String
    /// The id of the recording whose movie the file is, or nil if it is another file.
    public let recording: String?
    /// The name of that recording.
    public let name: String?
    /// The ranges in which it may show or play the removed content, on that recording's clock. Empty if the file cannot
    /// be decoded.
    public let ranges: [TimeRange]
}
