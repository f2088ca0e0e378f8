public import MediaTime

/// What a rendered chunk is, read back from its file: the only thing that says that it is done.
public struct ChunkResult: Codable, Sendable, Equatable {
    /// The version of this format: 1.
    public var version = 1
    /// The hash of the plan that it was rendered for.
    public var plan: String
    /// Its number, from 0.
    public var chunk: Int
    /// The name of its file, in the plan's folder.
    public var file: String
    /// In bytes.
    public var bytes: Int64
    /// MurmurHash3 (128 bits) of the file, as 32 hexadecimal digits.
    public var hash: String
    /// Frames in it.
    public var frames: Int
    /// When its first frame is shown in the output.
    public var first: MediaTime
    /// When its last frame is shown in the output.
    public var last: MediaTime
}

/// Whether a chunk is there.
public enum ChunkState: String, Sendable {
    /// It has a result, and the file is what that says.
    case believed
    /// It has no result.
    case missing
    /// Its result is of another plan.
    case ofAnotherPlan
    /// Its result is that of another chunk.
    case misplaced
    /// Its file is not there, or shorter than its result says.
    case truncated
    /// Its result cannot be read, or its file is not what that says.
    case damaged

    /// As the end of a sentence that begins with the chunk.
    var text: String {
        switch self {
        case .believed: "is there"
        case .missing: "is missing"
        case .ofAnotherPlan: "is of another plan"
        case .misplaced: "is another one than it says"
        case .truncated: "is truncated"
        case .damaged: "is damaged"
        }
    }
}
