public import ReplayErrors

/// An export in chunks that cannot be resumed.
public enum ChunkError: CategorizedError {
    /// There is no plan in this folder.
    case noPlan(String)
    /// The plan cannot be used, and why.
    case badPlan(String, reason: String)
    /// The preset makes something else than an MP4 file, and what.
    case notMP4(preset: String, what: String)
    /// There would be more than `ChunkPlan.chunkLimit`, or the length is none of `ChunkPlan.chunkSeconds`.
    case length
    /// The plan has no chunk of this number, but so many.
    case noChunk(Int, of: Int)
    /// The recording's movie is not what it was when the export was planned.
    case movieChanged(String)
    /// This program would divide the export otherwise.
    case otherDivision
    /// A chunk has fewer or more frames than planned: the recording is damaged there.
    case otherFrames(chunk: Int, made: Int, planned: Int)
    /// A chunk's frames are coded with other parameters than the rest.
    case otherParameters(chunk: Int)
    /// Chunks cannot be joined, and why, ascending.
    case unbelieved([(chunk: Int, state: ChunkState)])

    /// What kind of failure it is.
    public var category: ErrorCategory {
        switch self {
        case .noPlan, .noChunk: .noInput
        case .length, .notMP4: .usage
        case .unbelieved(let found): found.allSatisfy { $0.state == .missing } ? .noInput : .badData
        case .badPlan, .movieChanged, .otherDivision, .otherFrames, .otherParameters: .badData
        }
    }

    /// What is wrong, as a sentence for the user, without its full stop.
    public var description: String {
        switch self {
        case .noPlan(let folder): "there is no plan in \(folder); “replay export --plan” makes one"
        case .badPlan(let path, let reason): "\(path) cannot be used: \(reason); plan the export again"
        case .notMP4(let preset, let what): "“\(preset)” makes \(what), and only an MP4 file is made in chunks"
        case .length:
            "a chunk is \(ChunkPlan.chunkSeconds.lowerBound) to \(ChunkPlan.chunkSeconds.upperBound) s long, and an "
                + "export has at most \(ChunkPlan.chunkLimit) of them; choose another length"
        case .noChunk(let number, let count):
            "there is no chunk \(number): the plan has \(count == 1 ? "chunk 0 alone" : "chunks 0 to \(count - 1)")"
        case .movieChanged(let name): "the movie of \(name) has changed since the export was planned; plan it again"
        case .otherDivision:
            "this version of Replay, or of the encoder, would divide the export otherwise; plan it again with this one"
        case .otherFrames(let chunk, let made, let planned):
            "chunk \(chunk) has \(made) frames, but \(planned) were planned: the recording is damaged there; "
                + "export it in one piece"
        case .otherParameters(let chunk):
            "chunk \(chunk) was coded by another version of the encoder; render it again where the others were"
        case .unbelieved(let found): Self.sentence(found)
        }
    }

    private static let most = 6

    private static func sentence(_ found: [(chunk: Int, state: ChunkState)]) -> String {
        let shown = found.prefix(most).map { "chunk \($0.chunk) \($0.state.text)" }.joined(separator: ", ")
        let rest = found.count > most ? " and \(found.count - most) more cannot be used" : ""
        return "the chunks cannot be joined: \(shown)\(rest); “replay export --chunk” renders a chunk again"
    }
}
