public import ReplayLibrary
import ReplayMovie

/// One export, made in chunks: by several processes, on several machines, in any order, as often as one likes; then joined
/// to what a single pass would have made.
///
/// All of it stands in one private folder, the plan and what was rendered. Results alone are believed, never that somebody
/// said he was done. Frames are made in chunks, audio at once when they are joined.
public struct ChunkedExport: Sendable {
    /// What is made.
    public let plan: ChunkPlan
    /// The plan's hash, which results name.
    public let planHash: String
    let folder: ChunkFolder
    package let recording: Recording
    /// Where the output may not lie, besides libraries of recordings.
    package var protectedPlaces = ProtectedPlaces()
    /// Told what is about to get its name.
    package var announce: OutputAnnouncement?
    /// Where the output may not lie.
    package var places: ProtectedPlaces { ProtectedPlaces(recording).union(protectedPlaces) }

    /// Where the plan and the chunks are.
    public var path: String { folder.path }

    /// Where chunks are kept of an export to `output`, where nothing else is said: beside it.
    public static func standardFolder(for output: String) -> String { output + ".chunks" }

    /// Opens the folder of a planned export. Blocks while it reads the plan.
    /// - Parameters:
    ///   - folder: its path.
    ///   - library: where its recording is; nil: in that of this process's user.
    /// - Throws: `ChunkError`, `FileSystemError`, `DocumentError`.
    public static func open(_ folder: String, library: RecordingLibrary? = nil) throws -> ChunkedExport {
        let folder = try ChunkFolder.open(folder)
        let plan = try folder.readPlan()
        let recording = try (library ?? .open()).recording(matching: plan.recording.description)
        return ChunkedExport(plan: plan, planHash: try plan.hash(), folder: folder, recording: recording)
    }

    /// The chunks that have no result that is believed, ascending. Blocks: it reads all that was rendered.
    /// - Throws: `FileSystemError`, an error of FFmpeg's.
    public func missing() throws -> [Int] {
        try plan.chunks.indices.filter { try folder.state(of: $0, plan: planHash).0 != .believed }
    }

    /// Opens the movie and plans it again.
    /// - Throws: `ChunkError` where that comes to something else.
    func job() throws -> (ExportJob, [PlannedChunk]) {
        let job = try ExportJob(try plan.exporter(recording), without: plan.isDamaged ? .damage : nil)
        let chunks = try job.chunks(length: plan.chunkLength)
        guard job.plan.duration == plan.duration, (job.plan.rendering == .smart) == plan.isSmart,
            ChunkPlan.described(chunks, job) == plan.chunks
        else { throw ChunkError.otherDivision }
        return (job, chunks)
    }
}
