import FFmpeg
import H264
public import MediaTime
import ReplayLibrary
import ReplayMovie
import Threads

extension ChunkedExport {
    /// Joins the chunks, encodes or copies the audio, adds the captions, reads back what came of it, and gives it its name, on a thread of its
    /// own. Then the folder is removed: all of it is in the file. Where this throws, or is killed, nothing is written, and
    /// it can be done again.
    /// - Parameters:
    ///   - output: where to; nil: where the plan says.
    ///   - overwriting: whether a file of that name may be replaced.
    ///   - wantsReceipt: whether it is compared with the recording, too.
    ///   - cancellation: ends it early; so does the cancelling of the task.
    ///   - progress: called now and then with how much of how much is done.
    /// - Throws: `ChunkError`, above all `unbelieved`; `ExportError`, `FileSystemError`, `MovieError`, an error of FFmpeg's.
    public func join(
        to output: String? = nil, overwriting: Bool = false, wantsReceipt: Bool = false,
        cancellation: ExportCancellation = ExportCancellation(),
        progress: @escaping @Sendable (_ done: MediaTime, _ total: MediaTime) -> Void = { _, _ in }
    ) async throws -> ExportResult {
        try await withTaskCancellationHandler {
            try await WorkerThread.run("join") {
                let path = output ?? plan.output
                let file = try OutputFile.create(path, overwrites: overwriting, sparing: places)
                return try joinNow(
                    path, file, captionFile(beside: path, overwriting), wantsReceipt, cancellation, progress)
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// Where the captions go; nil where they are in the output itself, or there are none.
    private func captionFile(beside path: String, _ overwriting: Bool) throws -> CaptionFile? {
        guard let method = plan.options.captions?.method else { return nil }
        return try CaptionFile.create(method, beside: path, overwriting: overwriting, sparing: places)
    }

    private func joinNow(
        _ path: String, _ file: consuming OutputFile, _ captionFile: consuming CaptionFile?, _ wantsReceipt: Bool,
        _ cancellation: ExportCancellation, _ report: @escaping (MediaTime, MediaTime) -> Void
    ) throws -> ExportResult {
        let results = try believedResults()
        try plan.movie.check(recording, wholly: true)
        let (job, _) = try job()
        let renderer = try renderer(results, job)
        let frames = try job.render(
            renderer, to: try file.io(), name: path, progress: progress(of: plan.duration, cancellation, report))
        guard frames > 0 else { throw ExportError.noFrame }
        try check(try file.reader(path), path, renderer)
        let bytes = try file.size
        let receipt = wantsReceipt ? try job.receipt(of: { try file.reader(path) }) : nil
        guard !cancellation.isCancelled else { throw ExportError.cancelled }
        try announce?(bytes, try file.contentHash())
        try file.commit()
        if let method = plan.options.captions?.method, let captions = job.captions(as: method) {
            try captionFile?.commit(captions, as: method)
        }
        // The file has its name, so the export is done; a folder that stays is in nobody's way.
        try? folder.remove()
        return ExportResult(
            path: path, duration: job.plan.duration, frames: frames, width: job.plan.width, height: job.plan.height,
            bytes: bytes, isSmart: plan.isSmart, obstacle: job.plan.rendering.obstacle?.text, damage: job.damage,
            receipt: receipt)
    }

    private func believedResults() throws -> [ChunkResult] {
        let states = try plan.chunks.indices.map { (chunk: $0, found: try folder.state(of: $0, plan: planHash)) }
        let bad = states.filter { $0.found.0 != .believed }.map { (chunk: $0.chunk, state: $0.found.0) }
        guard bad.isEmpty else { throw ChunkError.unbelieved(bad) }
        return states.compactMap(\.found.1)
    }

    /// Reads all chunks. One set of parameters serves them all: that which this encoder makes too.
    private func renderer(_ results: [ChunkResult], _ job: ExportJob) throws -> JoinedRenderer {
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

    /// What was written is what the chunks hold.
    private func check(_ output: Demuxer, _ path: String, _ renderer: JoinedRenderer) throws {
        guard let contents = try ChunkContents(output), contents.times == renderer.parts.flatMap(\.times) else {
            throw ExportError.notAsPlanned("its frames are not those of the chunks")
        }
    }
}
