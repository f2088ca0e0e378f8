import FFmpeg
import Files
public import MediaTime
import ReplayEditor
import ReplayErrors
import ReplayExporter
import ReplayImporter
import ReplayLibrary
import ReplayMovie
public import ReplayRendering
import Threads

/// A run of one job in this process. It writes the result to the job log.
public struct JobRun: Sendable {
    /// The job.
    public let job: Job
    let folder: BatchFolder
    private let jobFile: String
    private let start = ContinuousClock.now

    /// Reads job `number` of a batch that has been prepared.
    /// - Throws: `BatchError`, `DocumentError`, `FileSystemError`.
    public init(_ number: Int, of jobFile: String) throws {
        folder = try BatchFolder(of: jobFile, isNew: false)
        job = try folder.job(number)
        self.jobFile = jobFile
    }

    /// Applies the job's limits to this process.
    /// - Parameter endsWithParent: True to end this process when its standard input closes.
    public func confine(endsWithParent: Bool) throws {
        if endsWithParent { try ProcessLimits.endWithParent() }
        try ProcessLimits.apply(job.limits) {
            fail(JobResult.Failure(reason: $0, exitCode: ErrorCategory.failed.exitCode))
        }
    }

    /// Writes a failure as the job's result. If that fails too, the batch sees only how this process ends.
    public func fail(_ failure: JobResult.Failure) {
        try? folder.write(
            JobResult(
                job, failure: failure, after: folder.result(job.id), usage: .ofThisProcess(since: start)))
    }

    /// Does the whole job.
    /// - Parameters:
    ///   - cancellation: Cancels the job.
    ///   - progress: Called repeatedly with the duration that is done and the total duration.
    /// - Throws: The error that prevents the job; see `Exporter.export`.
    public func run(
        cancellation: ExportCancellation, progress: @Sendable (MediaTime, MediaTime) -> Void
    ) async throws -> JobResult {
        if let done = try await doneBefore() { return done }
        try await WorkerThread.run(named: "output") { try OutputLocation.prepare(job) }
        // If copying fails, the job is rendered, which also reports the obstacle.
        if job.isCopy, let copied = try await WorkerThread.run(named: "copy", { try? copied() }) { return copied }
        guard case .movie = job.source else {
            return try await run(with: try await recording(), cancellation: cancellation, progress: progress)
        }
        let work = try await WorkerThread.run(named: "work") { try folder.makeWork() }
        do {
            let library = try await WorkerThread.run(named: "library") {
                try RecordingLibrary.open(home: work.folder.path)
            }
            let result = try await run(
                with: try await recording(in: library), cancellation: cancellation, progress: progress)
            await remove(work)
            return result
        } catch {
            await remove(work)
            throw error
        }
    }

    private func remove(_ work: TemporaryFolder) async {
        // Remaining files are removed together with those of killed processes.
        try? await WorkerThread.run(named: "work") { try work.remove() }
    }

    private func run(
        with recording: Recording, cancellation: ExportCancellation,
        progress: @Sendable (MediaTime, MediaTime) -> Void
    ) async throws -> JobResult {
        let (exporter, inputs) = try await WorkerThread.run(named: "inputs") {
            (try makeExporter(of: recording), try readInputs(of: recording))
        }
        let made = try await export(with: exporter, cancellation: cancellation, progress: progress)
        return try await WorkerThread.run(named: "result") { try done(inputs, result: made) }
    }

    /// Returns the result of an earlier process of the same run whose end was not noticed. A cluster may start a
    /// job twice.
    func doneBefore() async throws -> JobResult? {
        try await WorkerThread.run(named: "result") {
            guard let result = try folder.result(job.id), result.run == job.run, result.isIntact else { return nil }
            return result
        }
    }

    /// A closure that records the identity of the output before it is moved into place.
    var announce: OutputAnnouncement {
        { [folder, job] bytes, hash in try folder.announce(FileIdentity(bytes: bytes, hash: hash), of: job.id) }
    }

    /// The places that the output must not overwrite.
    var protectedPaths: ProtectedPaths {
        get throws(FileSystemError) {
            var places = ProtectedPaths()
            folder.protect(in: &places)
            try places.add(file: jobFile, as: "the job file")
            if case .movie(let path) = job.source { try places.add(file: path, as: "the job’s own movie") }
            return places
        }
    }

    /// Does the job by copying an output with the same inputs, or returns nil if there is none.
    private func copied() throws -> JobResult? {
        guard let twin = try job.original.map(twin(of:)) ?? job.twin else { return nil }
        let inputs = try inputs(like: twin.inputs)
        guard inputs.makeSame(as: twin.inputs) else { return nil }
        try copy(twin)
        return try done(inputs, frames: twin.frames, duration: twin.duration, bytes: twin.bytes)
    }

    private func copy(_ twin: CachedOutput) throws {
        let mayReplace = mayReplace
        try folder.announce(twin.made, of: job.id)
        try OutputLocation.copy(twin, for: job, overwriting: mayReplace, sparing: try protectedPaths)
    }

    /// True if a file at the output's path may be replaced. Either the batch decided so, or an earlier process of this
    /// job made the file and was killed before it wrote its result.
    var mayReplace: Bool {
        job.mayReplace || folder.announced(job.id)?.isThat(of: job.preset.mark(of: job.output)) ?? false
    }

    /// Returns the output of another job of this run.
    private func twin(of original: Int) throws -> CachedOutput? {
        guard let result = try folder.result(folder.job(original).id), result.run == job.run, result.isIntact else {
            return nil
        }
        return CachedOutput(result)
    }

    /// Returns the present inputs of the job. The movie is read only if it is another file than the known one, or
    /// has changed.
    func inputs(like known: JobInputs) throws -> JobInputs {
        var recording: Recording?
        if case .recording(let id, let home) = job.source { recording = try Self.recording(id, in: home) }
        return try JobInputs(job, recording: recording) { known.movie.isThat(of: $0) ? known.movie : try .of($0) }
    }

    private func export(
        with exporter: Exporter, cancellation: ExportCancellation,
        progress: @Sendable (MediaTime, MediaTime) -> Void
    ) async throws -> ExportResult {
        let overwrites = try await WorkerThread.run(named: "output") { mayReplace }
        for try await step in exporter.export(to: job.output, overwriting: overwrites, cancellation: cancellation) {
            switch step {
            case .rendering(let done, let total): progress(done, total)
            case .startedOver: break
            case .finished(let made): return made
            }
        }
        throw ExportError.cancelled
    }

    func done(_ inputs: JobInputs, result made: ExportResult) throws -> JobResult {
        try done(inputs, frames: made.frames, duration: made.duration, bytes: made.bytes)
    }

    private func done(
        _ inputs: JobInputs, frames: Int, duration: MediaTime, bytes: Int64
    ) throws -> JobResult {
        let result = JobResult(
            job, inputs: inputs, made: try .of(job.preset.mark(of: job.output), announced: folder.announced(job.id)),
            frames: frames, duration: duration,
            bytes: bytes, usage: .ofThisProcess(since: start))
        try folder.write(result)
        // If the library is read-only, the export is not noted and the recording is only kept for longer.
        if case .recording(let id, let home) = job.source {
            try? Self.recording(id, in: home).noteExport(at: job.output)
        }
        return result
    }

    func makeExporter(of recording: Recording) throws -> Exporter {
        let session = try EditSession(recording)
        var exporter = try job.options.exporter(
            session, edit: try job.edit.edit(in: session, keepsOwn: job.isOfMovie), preset: job.preset)
        exporter.protectedPaths = try protectedPaths
        exporter.announce = announce
        return exporter
    }

    /// Returns the job's recording. A movie is imported first.
    /// - Parameter library: A temporary library of the job, or nil for the library of its chunks, which is
    ///   created again.
    func recording(in library: RecordingLibrary? = nil) async throws -> Recording {
        switch job.source {
        case .recording(let id, let home):
            return try await WorkerThread.run(named: "recording") { try Self.recording(id, in: home) }
        case .movie(let path):
            let own = try await WorkerThread.run(named: "library") {
                if let library { return library }
                try folder.removeWork(job.id)
                return try ChunkLocation.library(of: job, in: folder)
            }
            // An HLS page shows the name. A file must depend only on its inputs, so it gets no name.
            let name = job.preset.hls == nil ? nil : job.name
            return try await MovieImporter(library: own).importMovie(at: path, name: name)
        }
    }

    private static func recording(_ id: String, in home: String) throws -> Recording {
        try RecordingLibrary.open(home: home).recording(matching: id)
    }

    func readInputs(of recording: Recording) throws -> JobInputs {
        if case .movie = job.source { return try JobInputs(job, recording: nil, movie: FileIdentity.of) }
        return try JobInputs(job, recording: recording, movie: FileIdentity.of)
    }
}
