import Files
public import MediaTime
public import ReplayExporter
import ReplayLibrary
import ReplayMovie
import Threads

extension JobRun {
    /// Divides the job into chunks, and writes the plan down in the job log. A movie becomes a recording first, unless it
    /// has been made one before.
    /// - Throws: see `ChunkedExport.plan`.
    public func plan() async throws {
        let place = folder.workPath(job.id)
        let known = try await WorkerThread.run("inputs") { try importedBefore() }
        let recording: Recording
        if let known {
            recording = known
        } else {
            recording = try await self.recording()
        }
        let (exporter, inputs) = try await WorkerThread.run("inputs") {
            _ = try Directory.create(place)
            return (try makeExporter(of: recording), try readInputs(of: recording))
        }
        let length = MediaTime(value: job.chunkMilliseconds ?? 30_000, timescale: 1000)
        let chunks = try await ChunkedExport.plan(
            exporter, output: job.output, in: ChunkPlace.folder(of: job, in: folder), chunkLength: length)
        try await WorkerThread.run("inputs") {
            if case .recording = job.source { try recording.noteChunksWherePermitted(at: chunks.path) }
            try folder.write(inputs, of: job.id)
        }
    }

    /// Renders one of the job's chunks, once there is a plan.
    /// - Parameters:
    ///   - number: from 0.
    ///   - cancellation: ends it early.
    ///   - progress: called now and then with what is done, of what there is to do.
    /// - Throws: see `ChunkedExport.render`.
    public func render(
        chunk number: Int, cancellation: ExportCancellation,
        progress: @escaping @Sendable (MediaTime, MediaTime) -> Void
    ) async throws {
        let chunks = try await WorkerThread.run("chunk plan") { try ChunkPlace.open(job, in: folder) }
        try await chunks.render(number, cancellation: cancellation, progress: progress)
    }

    /// Joins the job's chunks to its output.
    /// - Parameters:
    ///   - cancellation: ends it early.
    ///   - progress: called now and then with what is done, of what there is to do.
    /// - Throws: see `ChunkedExport.join`.
    public func join(
        cancellation: ExportCancellation, progress: @escaping @Sendable (MediaTime, MediaTime) -> Void
    ) async throws -> JobResult {
        if let done = try await doneBefore() { return done }
        let (chunks, inputs) = try await WorkerThread.run("chunk plan") {
            try OutputPlace.prepare(job)
            var chunks = try ChunkPlace.open(job, in: folder)
            chunks.protectedPlaces = try protectedPlaces
            chunks.announce = announce
            return (chunks, try folder.inputs(of: job.id))
        }
        let made = try await chunks.join(
            overwriting: mayReplace, cancellation: cancellation, progress: progress)
        return try await WorkerThread.run("result") {
            let result = try done(inputs, made)
            // Not before: a job without a result is joined again. What stays is removed with the next batch.
            try? folder.removeWork(job.id)
            return result
        }
    }

    /// The recording that an earlier plan made of the movie, where that is the same still. Where what it left cannot be read,
    /// the movie is imported once more.
    private func importedBefore() throws -> Recording? {
        guard case .movie = job.source, let inputs = try? folder.inputs(of: job.id),
            try self.inputs(like: inputs).movie.hash == inputs.movie.hash
        else { return nil }
        return try? ChunkPlace.library(of: job, in: folder).recording(matching: nil)
    }
}

extension Recording {
    /// Notes where chunks are made of it, but for a library in which nothing can be written here: nothing can be redacted in it
    /// either.
    fileprivate func noteChunksWherePermitted(at path: String) throws {
        do {
            try noteChunks(at: path)
        } catch let error as FileSystemError where error.category == .notPermitted {}
    }
}
