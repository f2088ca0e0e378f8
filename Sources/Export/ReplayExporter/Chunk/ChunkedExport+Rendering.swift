public import MediaTime
import ReplayLibrary
import ReplayMovie
public import ReplayRendering
import Threads

extension ChunkedExport {
    /// Renders a chunk on a thread of its own. A chunk that has a valid result is not rendered again. Two processes can
    /// render the same chunk at once.
    /// - Parameters:
    ///   - number: The index of the chunk, from 0.
    ///   - cancellation: An object that cancels the export. Cancelling the task does the same.
    ///   - progress: Called repeatedly with the finished duration and the total duration.
    /// - Returns: The result of the chunk.
    /// - Throws: `ChunkError`, `ExportError`, `FileSystemError`, `MovieError`, or an error of FFmpeg.
    @discardableResult
    public func render(
        _ number: Int, cancellation: ExportCancellation = ExportCancellation(),
        progress: @escaping @Sendable (_ done: MediaTime, _ total: MediaTime) -> Void = { _, _ in }
    ) async throws -> ChunkResult {
        try await withTaskCancellationHandler {
            try await WorkerThread.run(named: "chunk") {
                try renderNow(number, cancellation: cancellation, report: progress)
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    private func renderNow(
        _ number: Int, cancellation: ExportCancellation, report: (MediaTime, MediaTime) -> Void
    ) throws -> ChunkResult {
        guard plan.chunks.indices.contains(number) else { throw ChunkError.noChunk(number, of: plan.chunks.count) }
        if let result = try folder.state(of: number, plan: planHash).1 { return result }
        try plan.movie.check(recording, wholly: false)
        let (job, chunks) = try job()
        let output = try OutputFile.createPrivate(ChunkFolder.resultName(number), in: folder.directory)
        try withoutActuallyEscaping(report) { report in
            let progress = progress(of: plan.chunks[number].output.duration, cancellation: cancellation, report: report)
            let io = try output.io()
            _ = try cancellation.interrupting(job.movie) {
                try job.render(job.stretch(number, of: chunks), to: io, name: folder.path, progress: progress)
            }
        }
        let result = try result(of: number, in: output)
        guard !cancellation.isCancelled else { throw ExportError.cancelled }
        try output.commit(as: result.file)
        try folder.write(result, to: ChunkFolder.resultName(number))
        return result
    }

    /// Reads back the chunk's file.
    private func result(of number: Int, in output: borrowing OutputFile) throws -> ChunkResult {
        let chunk = plan.chunks[number]
        let contents = try ChunkContents(try output.reader(folder.path))
        let made = contents?.times.count ?? 0
        guard made == chunk.frames, let first = contents?.times.min(), let last = contents?.times.max() else {
            throw ChunkError.otherFrames(chunk: number, made: made, planned: chunk.frames)
        }
        func time(_ ticks: Int64) -> MediaTime {
            chunk.output.start + MediaTime(value: ticks, timescale: ExportPlan.timescale)
        }
        let hash = try output.contentHash()
        return ChunkResult(
            plan: planHash, chunk: number, file: ChunkFolder.fileName(number, hash: hash), bytes: try output.size,
            hash: hash, frames: made, first: time(first), last: time(last))
    }

    package func progress(
        of total: MediaTime, cancellation: ExportCancellation, report: @escaping (MediaTime, MediaTime) -> Void
    ) -> (MediaTime) -> Bool {
        var steps = ProgressSteps(total: total)
        return { done in
            if steps.isStep(done) { report(done, total) }
            return !cancellation.isCancelled
        }
    }
}
