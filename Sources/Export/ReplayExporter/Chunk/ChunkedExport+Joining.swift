import FFmpeg
import H264
public import MediaTime
import ReplayLibrary
import ReplayMovie
public import ReplayRendering
import Threads

extension ChunkedExport {
    /// Joins the chunks on a thread of its own. Encodes or copies the audio, adds the captions, reads back the output
    /// and renames it into place. Then the folder is removed, because the output contains everything. If this method
    /// throws or is killed before the output is renamed, nothing is written, and the chunks can be joined again.
    /// - Parameters:
    ///   - output: The path of the output, or nil for the plan's path.
    ///   - overwriting: True to replace an existing file of that name.
    ///   - wantsReceipt: True to compare the output with the recording.
    ///   - cancellation: An object that cancels the export. Cancelling the task does the same.
    ///   - progress: Called repeatedly with the finished duration and the total duration.
    /// - Throws: `ChunkError`, in particular `unbelieved`; `ExportError`, `FileSystemError`, `MovieError`, or an error
    ///   of FFmpeg.
    public func join(
        to output: String? = nil, overwriting: Bool = false, wantsReceipt: Bool = false,
        cancellation: ExportCancellation = ExportCancellation(),
        progress: @escaping @Sendable (_ done: MediaTime, _ total: MediaTime) -> Void = { _, _ in }
    ) async throws -> ExportResult {
        try await withTaskCancellationHandler {
            try await WorkerThread.run(named: "join") {
                let path = output ?? plan.output
                let file = try OutputFile.create(path, overwrites: overwriting, sparing: places)
                return try joinNow(
                    path, file: file, captionFile: captionFile(beside: path, overwriting), wantsReceipt: wantsReceipt,
                    cancellation: cancellation, report: progress)
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// Creates the captions file, or returns nil if there are no captions or if the output itself contains them.
    private func captionFile(beside path: String, _ overwriting: Bool) throws -> CaptionFile? {
        guard let method = plan.options.captions?.method else { return nil }
        return try CaptionFile.create(method, beside: path, overwriting: overwriting, sparing: places)
    }

    private func joinNow(
        _ path: String, file: consuming OutputFile, captionFile: consuming CaptionFile?, wantsReceipt: Bool,
        cancellation: ExportCancellation, report: @escaping (MediaTime, MediaTime) -> Void
    ) throws -> ExportResult {
        let results = try believedResults()
        try plan.movie.check(recording, wholly: true)
        let (job, _) = try job()
        let renderer = try renderer(joining: results, for: job)
        let progress = progress(of: plan.duration, cancellation: cancellation, report: report)
        let io = try file.io()
        let frames = try cancellation.interrupting(job.movie) {
            try job.render(renderer, to: io, name: path, progress: progress)
        }
        guard frames > 0 else { throw ExportError.noFrame }
        try check(try file.reader(path), path: path, renderer: renderer)
        let bytes = try file.size
        let receipt = wantsReceipt ? try job.receipt(of: { try file.reader(path) }) : nil
        guard !cancellation.isCancelled else { throw ExportError.cancelled }
        try announce?(bytes, try file.contentHash())
        try file.commit()
        if let method = plan.options.captions?.method, let captions = job.captions(as: method) {
            try captionFile?.commit(captions, as: method)
        }
        // The output has its name, so the export is done. A folder that cannot be removed does no harm.
        try? folder.remove()
        return ExportResult(job, path: path, frames: frames, bytes: bytes, receipt: receipt)
    }

    private func believedResults() throws -> [ChunkResult] {
        let states = try plan.chunks.indices.map { (chunk: $0, found: try folder.state(of: $0, plan: planHash)) }
        let bad = states.filter { $0.found.0 != .believed }.map { (chunk: $0.chunk, state: $0.found.0) }
        guard bad.isEmpty else { throw ChunkError.unbelieved(bad) }
        return states.compactMap(\.found.1)
    }

    /// Reads all chunks. They must all have the same SPS and PPS, which must be those that this encoder writes too.
    private func renderer(joining results: [ChunkResult], for job: ExportJob) throws -> JoinedRenderer {
        let own = try job.renderer.parameters().extradata
        let wanted = AVCConfiguration(own) ?? AVCConfiguration(startCoded: own)
        var extradata: [UInt8]?
        let parts = try zip(results, plan.chunks).map { result, chunk in
            let start = chunk.output.start.value
            guard let contents = try ChunkContents(try folder.demuxer(result)), contents.times.count == chunk.frames,
                result.frames == chunk.frames, let found = AVCConfiguration(contents.extradata)
            else { throw ChunkError.unbelieved([(result.chunk, .damaged)]) }
            guard wanted?.hasSameSets(as: found) == true, extradata.map({ $0 == contents.extradata }) ?? true else {
                throw ChunkError.otherParameters(chunk: result.chunk)
            }
            extradata = contents.extradata
            return JoinedRenderer.Part(result: result, times: contents.times.map { $0 + start }, start: start)
        }
        return JoinedRenderer(whole: job.renderer, folder: folder, parts: parts, extradata: extradata ?? own)
    }

    /// Checks that the output contains exactly the frames of the chunks.
    private func check(_ output: Demuxer, path: String, renderer: JoinedRenderer) throws {
        guard let contents = try ChunkContents(output), contents.times == renderer.parts.flatMap(\.times) else {
            throw ExportError.notAsPlanned("its frames are not those of the chunks")
        }
    }
}
