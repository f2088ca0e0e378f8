public import ReplayErrors

/// An error of an export in chunks.
public enum ChunkError: CategorizedError {
    /// The folder contains no plan.
    case noPlan(String)
    /// The plan cannot be used. `reason` is a clause.
    case badPlan(String, reason: String)
    /// The preset makes another format than MP4. `what` names the format.
    case notMP4(preset: String, what: String)
    /// The chunk length is outside `ChunkPlan.chunkSeconds`, or there would be more chunks than `ChunkPlan.chunkLimit`.
    case length
    /// The plan has no chunk with this number. `of` is the number of chunks.
    case noChunk(Int, of: Int)
    /// The recording's movie has changed since the export was planned.
    case movieChanged(String)
    /// This program would divide the export into other chunks.
    case otherDivision
    /// A chunk has fewer or more frames than planned: the recording is damaged there.
    case otherFrames(chunk: Int, made: Int, planned: Int)
    /// A chunk's frames have other codec parameters than the other chunks.
    case otherParameters(chunk: Int)
    /// The chunks cannot be joined. The value lists the unusable chunks in ascending order, each with its state.
    case unbelieved([(chunk: Int, state: ChunkState)])

    /// The category of the failure.
    public var category: ErrorCategory {
        switch self {
        case .noPlan, .noChunk: .noInput
        case .length, .notMP4: .usage
        case .unbelieved(let found): found.allSatisfy { $0.state == .missing } ? .noInput : .badData
        case .badPlan, .movieChanged, .otherDivision, .otherFrames, .otherParameters: .badData
        }
    }

    /// A description of the failure for the user: a sentence without a full stop.
    public var description: String {
        switch self {
        case .noPlan(let folder): "there is no plan in \(folder); “replay export --plan” makes one"
        case .badPlan(let path, let reason): "\(path) cannot be used: \(reason); plan the export again"
        case .notMP4(let preset, let what): "“\(preset)” makes \(what), but only MP4 files can be exported in chunks"
        case .length:
            "a chunk is \(ChunkPlan.chunkSeconds.lowerBound) to \(ChunkPlan.chunkSeconds.upperBound) s long, and an "
                + "export has at most \(ChunkPlan.chunkLimit) of them; choose another length"
        case .noChunk(let number, let count):
            "there is no chunk \(number): the plan has \(count == 1 ? "only chunk 0" : "chunks 0 to \(count - 1)")"
        case .movieChanged(let name): "the movie of \(name) has changed since the export was planned; plan it again"
        case .otherDivision:
            "this version of Replay, or of the encoder, would divide the export differently; plan it again with this version"
        case .otherFrames(let chunk, let made, let planned):
            "chunk \(chunk) has \(made) frames, but \(planned) were planned: the recording is damaged there; "
                + "export it in one piece"
        case .otherParameters(let chunk):
            "chunk \(chunk) was encoded by another version of the encoder; render it again where the others were rendered"
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
