import Files
public import MediaTime
import ReplayExporter
import ReplayLibrary
import ReplayMovie
public import ReplayRendering
import Threads

extension JobRun {
    /// Divides the job into chunks, and writes the plan to the job log. A movie is imported first, unless an earlier
    /// plan has already imported it.
    /// - Throws: The same errors as `ChunkedExport.plan`.
    public func plan() async throws {
        let place = folder.workPath(job.id)
        let known = try await WorkerThread.run(named: "inputs") { try importedBefore() }
        let recording: Recording
        if let known {
            recording = known
        } else {
            recording = try await self.recording()
        }
        let (exporter, inputs) = try await WorkerThread.run(named: "inputs") {
            _ = try Directory.create(place)
            return (try makeExporter(of: recording), try readInputs(of: recording))
        }
        let length = MediaTime(value: job.chunkMilliseconds ?? 30_000, timescale: 1000)
        let chunks = try await ChunkedExport.plan(
            exporter, output: job.output, in: ChunkLocation.folder(of: job, in: folder), chunkLength: length)
        try await WorkerThread.run(named: "inputs") {
            if case .recording = job.source { try recording.noteChunksWherePermitted(at: chunks.path) }
            try folder.write(inputs, of: job.id)
        }
    }

    /// Renders one of the job's chunks. The plan must exist.
    /// - Parameters:
    ///   - number: The number of the chunk, from 0.
    ///   - cancellation: Cancels the render.
    ///   - progress: Called repeatedly with the duration that is done and the total duration.
    /// - Throws: The same errors as `ChunkedExport.render`.
    public func render(
        chunk number: Int, cancellation: ExportCancellation,
        progress: @escaping @Sendable (MediaTime, MediaTime) -> Void
    ) async throws {
        let chunks = try await WorkerThread.run(named: "chunk plan") { try ChunkLocation.open(job, in: folder) }
        try await chunks.render(number, cancellation: cancellation, progress: progress)
    }

    /// Joins the job's chunks to the output.
    /// - Parameters:
    ///   - cancellation: Cancels the join.
    ///   - progress: Called repeatedly with the duration that is done and the total duration.
    /// - Throws: The same errors as `ChunkedExport.join`.
    public func join(
        cancellation: ExportCancellation, progress: @escaping @Sendable (MediaTime, MediaTime) -> Void
    ) async throws -> JobResult {
        if let done = try await doneBefore() { return done }
        let (chunks, inputs, overwrites) = try await WorkerThread.run(named: "chunk plan") {
            try OutputLocation.prepare(job)
            var chunks = try ChunkLocation.open(job, in: folder)
            chunks.protectedPaths = try protectedPaths
            chunks.announce = announce
            return (chunks, try folder.inputs(of: job.id), mayReplace)
        }
        let made = try await chunks.join(
            overwriting: overwrites, cancellation: cancellation, progress: progress)
        return try await WorkerThread.run(named: "result") {
            let result = try done(inputs, result: made)
            // The files are removed only now, because a job without a result is joined again. The next batch removes
            // what remains.
            try? folder.removeWork(job.id)
            return result
        }
    }

    /// Returns the recording that an earlier plan imported from the movie, if the movie is unchanged. Returns nil if it
    /// cannot be read, so that the movie is imported again.
    private func importedBefore() throws -> Recording? {
        guard case .movie = job.source, let inputs = try? folder.inputs(of: job.id),
            try self.inputs(like: inputs).movie.hash == inputs.movie.hash
        else { return nil }
        // A movie whose import cannot be read is imported again.
        return try? ChunkLocation.library(of: job, in: folder).recording(matching: nil)
    }
}

extension Recording {
    /// Notes that chunks are made of the recording. Does nothing in a read-only library, because nothing can be
    /// redacted in it.
    fileprivate func noteChunksWherePermitted(at path: String) throws {
        do {
            try noteChunks(at: path)
        } catch let error as FileSystemError where error.category == .notPermitted {}
    }
}
