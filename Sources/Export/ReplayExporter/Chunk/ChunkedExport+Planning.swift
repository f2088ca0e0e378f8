import FFmpeg
import Files
import Glibc
public import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayRendering
import ReplayTimeline
import Threads

extension ChunkedExport {
    /// Plans an export and writes the plan to a folder. Planning the same export again keeps the plan and the rendered
    /// chunks. If something has changed, the rendered chunks are removed.
    ///
    /// This method reads the whole movie once, on a thread of its own.
    /// - Parameters:
    ///   - exporter: The request. The captions in its `extras` are used, and `wantsReceipt` is ignored.
    ///   - output: The path of the joined file.
    ///   - folder: The path of the folder for plan and chunks, or nil for `standardFolder(for: output)`. A missing
    ///     folder is created with mode 0700; its parent folder must exist.
    ///   - chunkLength: The minimum duration of each chunk, in the range `ChunkPlan.chunkSeconds`. A chunk ends at the
    ///     next IDR of the output, usually within 2 s.
    /// - Throws: `ChunkError`, `ExportError`, `CaptionsError`, `FileSystemError`, `MovieError`, `EditError`, or an
    ///   error of FFmpeg.
    public static func plan(
        _ exporter: Exporter, output: String, in folder: String? = nil,
        chunkLength: MediaTime = ChunkPlan.standardLength
    ) async throws -> ChunkedExport {
        try await WorkerThread.run(named: "chunk plan") {
            let plan = try ChunkPlan(
                exporter.request.withCaptions(), output: absolute(output), chunkLength: chunkLength)
            try check(output, in: folder, sparing: ProtectedPaths(exporter.recording).union(exporter.protectedPaths))
            let folder = try ChunkFolder.create(folder ?? standardFolder(for: output))
            try folder.write(plan)
            return ChunkedExport(plan: plan, planHash: try plan.hash(), folder: folder, recording: exporter.recording)
        }
    }

    /// Checks that the output is not in a protected place, and neither is the folder if its path derives from the
    /// output's.
    private static func check(_ output: String, in folder: String?, sparing places: ProtectedPaths) throws {
        let (parent, name) = output.pathParts
        let directory: Directory
        do throws(FileSystemError) {
            directory = try Directory.open(parent)
        } catch {
            // If the parent folder does not exist yet, the place is checked when the output is created.
            if error.code == ENOENT { return }
            throw error.code == ENOTDIR ? ExportError.noFolder(parent) : error
        }
        try places.check(name, in: directory, path: output)
        if folder == nil {
            try places.check(standardFolder(for: name), in: directory, path: standardFolder(for: output))
        }
    }

    private static func absolute(_ path: String) throws -> String {
        guard !path.isAbsolutePath else { return path }
        guard let folder = getcwd(nil, 0) else { throw FileSystemError(operation: "find", subject: "this folder") }
        defer { free(folder) }
        return String(path: folder) + "/" + path
    }
}

extension ChunkPlan {
    fileprivate init(_ request: ExportRequest, output: String, chunkLength: MediaTime) throws {
        if let what = request.preset.otherThanMP4 {
            throw ChunkError.notMP4(preset: request.preset.name, what: what)
        }
        try request.preset.check(output: output)
        let seconds = Self.chunkSeconds
        guard chunkLength >= MediaTime(value: seconds.lowerBound, timescale: 1),
            chunkLength <= MediaTime(value: seconds.upperBound, timescale: 1)
        else { throw ChunkError.length }
        movie = try MovieIdentity(of: request.recording)
        let (job, isDamaged) = try Self.job(request)
        let planned = try job.chunks(length: chunkLength)
        guard planned.count <= Self.chunkLimit else { throw ChunkError.length }
        (recording, edit, preset) = (request.recording.id, job.edit, request.preset)
        (options, isSmart, self.isDamaged) = (try Options(request), job.plan.rendering == .smart, isDamaged)
        (self.output, self.chunkLength, duration) = (output, chunkLength, job.plan.duration)
        chunks = Self.described(planned, of: job)
    }

    /// Returns the job, as an export in one pass would choose it. All frames are encoded if a frame to copy is damaged,
    /// or cannot be copied for another reason that is known only after reading it.
    private static func job(_ request: ExportRequest) throws -> (ExportJob, isDamaged: Bool) {
        let job = try ExportJob(request)
        guard request.render == .auto, let smart = job.renderer as? SmartRenderer,
            let obstacle = try smart.foundObstacle()
        else { return (job, false) }
        return (try ExportJob(request, movie: job.movie, without: obstacle), true)
    }

    /// Converts planned chunks to their public form.
    static func described(_ chunks: [PlannedChunk], of job: ExportJob) -> [Chunk] {
        let end = job.plan.clips.last?.source.end ?? .zero
        let starts = chunks.map { job.source(of: $0) }
        return chunks.enumerated().map { number, chunk in
            let next = number + 1 < starts.count ? starts[number + 1] : end
            return Chunk(
                output: TimeRange(
                    start: MediaTime(value: chunk.range.lowerBound, timescale: ExportPlan.timescale),
                    end: MediaTime(value: chunk.range.upperBound, timescale: ExportPlan.timescale)),
                source: TimeRange(start: starts[number], end: max(next, starts[number])), frames: chunk.frames)
        }
    }

    /// Creates the request that renders the plan.
    func request(_ recording: Recording) throws -> ExportRequest {
        var request = ExportRequest(recording, edit: edit, preset: preset)
        request.camera = options.camera.flatMap { CameraPlacement($0) }
        request.audio = options.audio.map { Set($0) }
        guard let render = RenderMethod(rawValue: options.render),
            let audioRender = AudioRenderMethod(rawValue: options.audioRender)
        else {
            throw ChunkError.otherDivision
        }
        (request.render, request.audioRender) = (render, audioRender)
        request.hasMetadata = options.hasMetadata ?? true
        try options.captions?.apply(to: &request)
        return request
    }
}

extension ChunkPlan.Options {
    fileprivate init(_ request: ExportRequest) throws {
        self.init(
            camera: request.camera?.description, render: request.render.rawValue,
            audioRender: request.audioRender.rawValue,
            audio: request.audio?.sorted { $0.rawValue < $1.rawValue },
            hasMetadata: request.hasMetadata ? nil : false, captions: try PlannedCaptions(request))
    }
}
