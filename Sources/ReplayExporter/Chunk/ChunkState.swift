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
