public import ReplayLibrary
import ReplayMovie
package import ReplayRendering

/// An export in chunks. Several processes on several machines can render the chunks, in any order and repeatedly.
/// Joining them makes the file that an export in one pass would make.
///
/// A private folder contains the plan and the rendered chunks. A chunk counts as finished only if its file matches its
/// result. The chunks contain only frames; the audio is made when they are joined.
public struct ChunkedExport: Sendable {
    /// The plan of the export.
    public let plan: ChunkPlan
    /// The plan's hash, which each result contains.
    public let planHash: String
    package let folder: ChunkFolder
    package let recording: Recording
    /// The places, in addition to libraries of recordings, where the output must not be written.
    package var protectedPaths = ProtectedPaths()
    /// The callback that runs before the output is renamed into place.
    package var announce: OutputAnnouncement?
    /// All places where the output must not be written.
    package var places: ProtectedPaths { ProtectedPaths(recording).union(protectedPaths) }

    /// The path of the folder with the plan and the chunks.
    public var path: String { folder.path }

    /// Returns the default folder for the chunks of an export to `output`, beside the output.
    public static func standardFolder(for output: String) -> String { output + ".chunks" }

    /// Opens the folder of a planned export. Blocks while it reads the plan.
    /// - Parameters:
    ///   - folder: The path of the folder.
    ///   - library: The library that contains the recording, or nil for the library of this process's user.
    /// - Throws: `ChunkError`, `FileSystemError`, `DocumentError`.
    public static func open(_ folder: String, library: RecordingLibrary? = nil) throws -> ChunkedExport {
        let folder = try ChunkFolder.open(folder)
        let plan = try folder.readPlan()
        let recording = try (library ?? .open()).recording(matching: plan.recording.description)
        return ChunkedExport(plan: plan, planHash: try plan.hash(), folder: folder, recording: recording)
    }

    /// Returns the indices of the chunks without a valid result, in ascending order. Blocks while it reads all rendered
    /// chunks.
    /// - Throws: `FileSystemError`, or an error of FFmpeg.
    public func missing() throws -> [Int] {
        try plan.chunks.indices.filter { try folder.state(of: $0, plan: planHash).0 != .believed }
    }

    /// Opens the movie and plans the export again.
    /// - Throws: `ChunkError.otherDivision` if the new plan differs from the stored plan.
    package func job() throws -> (ExportJob, [PlannedChunk]) {
        let job = try ExportJob(try plan.request(recording), without: plan.isDamaged ? .damage : nil)
        let chunks = try job.chunks(length: plan.chunkLength)
        guard job.plan.duration == plan.duration, (job.plan.rendering == .smart) == plan.isSmart,
            ChunkPlan.described(chunks, of: job) == plan.chunks
        else { throw ChunkError.otherDivision }
        return (job, chunks)
    }
}
