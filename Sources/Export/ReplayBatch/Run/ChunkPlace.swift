import ReplayExporter
import ReplayLibrary

/// Where a job's chunks are, and the recording that they are made of.
enum ChunkPlace {
    /// A folder in the job's own one.
    static func folder(of job: Job, in log: BatchFolder) -> String { log.workPath(job.id) + "/chunks" }

    /// The job's plan and what was rendered of it.
    /// - Throws: `ChunkError` where there is no plan.
    static func open(_ job: Job, in log: BatchFolder) throws -> ChunkedExport {
        try ChunkedExport.open(folder(of: job, in: log), library: try library(of: job, in: log))
    }

    /// Where the job's recording is; of a movie: in a library of the job's own.
    static func library(of job: Job, in log: BatchFolder) throws -> RecordingLibrary {
        switch job.source {
        case .recording(_, let home): try .open(home: home)
        case .movie: try .open(home: log.workPath(job.id))
        }
    }
}
