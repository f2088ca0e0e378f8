/// What a redaction did.
public struct RedactionReport: Codable, Sendable, Equatable {
    /// What was planned, and is done.
    public let plan: RedactionPlan
    /// Files of the library that were read back.
    public let files: Int
    /// Their bytes.
    public let bytes: Int64
    /// Pieces of the removed packets that were looked for in them, and of which none was found. A piece that the rest of the
    /// recording has too is none of them.
    public let pieces: Int
}
