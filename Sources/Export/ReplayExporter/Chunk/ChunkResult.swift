public import MediaTime

/// The result of rendering a chunk, read back from its file. A chunk is finished only if it has a result.
public struct ChunkResult: Codable, Sendable, Equatable {
    /// The version of this format: 1.
    public var version = 1
    /// The hash of the plan that the chunk was rendered for.
    public var plan: String
    /// The index of the chunk, from 0.
    public var chunk: Int
    /// The name of the chunk's file in the plan's folder.
    public var file: String
    /// The size of the file, in bytes.
    public var bytes: Int64
    /// The MurmurHash3 (128 bits) of the file, as 32 hexadecimal digits.
    public var hash: String
    /// The number of frames in the chunk.
    public var frames: Int
    /// The PTS of the chunk's first frame in the output.
    public var first: MediaTime
    /// The PTS of the chunk's last frame in the output.
    public var last: MediaTime
}

/// The state of a chunk.
public enum ChunkState: String, Sendable {
    /// The chunk has a result, and its file matches it.
    case believed
    /// The chunk has no result.
    case missing
    /// The result belongs to another plan.
    case ofAnotherPlan
    /// The result is that of another chunk.
    case misplaced
    /// The file is missing, or is shorter than the result says.
    case truncated
    /// The result cannot be read, or the file does not match it.
    case damaged

    /// The state as the end of a sentence that begins with the chunk.
    package var text: String {
        switch self {
        case .believed: "is present"
        case .missing: "is missing"
        case .ofAnotherPlan: "belongs to another plan"
        case .misplaced: "is the result of another chunk"
        case .truncated: "is truncated"
        case .damaged: "is damaged"
        }
    }
}
