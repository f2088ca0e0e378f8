import ReplayExporter
import ReplayLibrary

/// The locations of a job's chunks and of the recording from which they are made.
enum ChunkLocation {
    /// Returns the folder of the chunks, which is inside the job's own folder.
    static func folder(of job: Job, in log: BatchFolder) -> String { log.workPath(job.id) + "/chunks" }

    /// Returns the job's chunk plan, and the chunks that exist.
    /// - Throws: `ChunkError` if there is no plan.
    static func open(_ job: Job, in log: BatchFolder) throws -> ChunkedExport {
        try ChunkedExport.open(folder(of: job, in: log), library: try library(of: job, in: log))
    }

    /// Returns the library of the job's recording. A movie is imported into a library of the job's own.
    static func library(of job: Job, in log: BatchFolder) throws -> RecordingLibrary {
        switch job.source {
        case .recording(_, let home): try .open(home: home)
        case .movie: try .open(home: log.workPath(job.id))
        }
    }
}
