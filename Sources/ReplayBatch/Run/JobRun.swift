import FFmpeg
public import MediaTime
public import ReplayExporter
import ReplayImporter
import ReplayMovie

/// Does one job, in this process, and writes down how it ended.
public struct JobRun: Sendable {
    /// What it does.
    public let job: Job
    let folder: BatchFolder
    private let start = ContinuousClock.now

    /// Reads job `number` of a batch that has been prepared.
    /// - Throws: `BatchError`, `DocumentError`, `FileSystemError`.
    public init(_ number: Int, of jobFile: String) throws {
        folder = try BatchFolder(of: jobFile, isNew: false)
        job = try folder.job(number)
    }

    /// Holds this process to the job's limits from now on.
    /// - Parameter endsWithParent: whether it ends when its standard input does.
    public func confine(endsWithParent: Bool) throws {
        if endsWithParent { try ProcessLimits.endWithParent() }
        try ProcessLimits.apply(job.limits) { fail(JobResult.Failure(reason: $0, exitCode: 1)) }
    }

    /// Writes down that the job has failed.
    public func fail(_ failure: JobResult.Failure) {
        let result = JobResult(
            job, failure: failure, after: folder.result(job.id), usage: .ofThisProcess(since: start))
        try? folder.write(result)
    }

    /// Does the whole job.
    /// - Parameters:
    ///   - cancellation: ends it early.
    ///   - progress: called now and then with what is done, of what there is to do.
    /// - Throws: what kept it from being done; see `Exporter.export`.
    public func run(
        cancellation: ExportCancellation, progress: @Sendable (MediaTime, MediaTime) -> Void
    ) async throws -> JobResult {
        defer { try? folder.removeWork(job.id) }
        try await WorkerThread.run("output") { try OutputPlace.prepare(job) }
        if job.isCopy, let copied = try await WorkerThread.run("copy", { copied() }) { return copied }
        let recording = try await recording()
        let (exporter, inputs) = try await WorkerThread.run("inputs") {
            (try makeExporter(of: recording), try readInputs(of: recording))
        }
        let made = try await export(with: exporter, cancellation, progress)
        return try await WorkerThread.run("result") { try done(inputs, made) }
    }

    /// Does the job by copying what another has made of the same inputs; nil: that is not there, or cannot be copied, and
    /// the job is done as any other.
    private func copied() -> JobResult? {
        guard let twin = job.original.map(twin(of:)) ?? job.twin, let inputs = try? inputs(like: twin.inputs),
            inputs.makeSame(as: twin.inputs), (try? OutputPlace.copy(twin, for: job)) != nil
        else { return nil }
        return try? done(inputs, frames: twin.frames, duration: twin.duration, bytes: twin.bytes)
    }

    /// What a job has made that was done before this one.
    private func twin(of original: Int) -> JobTwin? {
        guard let original = try? folder.job(original), let result = folder.result(original.id), result.run == job.run
        else { return nil }
        return JobTwin(result)
    }

    /// What the job depends on, now. The movie is read where it is another file than the one that is known, or has changed.
    func inputs(like known: JobInputs) throws -> JobInputs {
        var recording: Recording?
        if case .recording(let id, let home) = job.source { recording = try Self.recording(id, home) }
        return try JobInputs(job, recording: recording) { known.movie.isThat(of: $0) ? known.movie : try .of($0) }
    }

    private func export(
        with exporter: Exporter, _ cancellation: ExportCancellation,
        _ progress: @Sendable (MediaTime, MediaTime) -> Void
    ) async throws -> ExportResult {
        for try await step in exporter.export(
            to: job.output, overwriting: job.mayReplace, cancellation: cancellation)
        {
            switch step {
            case .rendering(let done, let total): progress(done, total)
            case .startedOver: break
            case .finished(let made): return made
            }
        }
        throw ExportError.cancelled
    }

    func done(_ inputs: JobInputs, _ made: ExportResult) throws -> JobResult {
        try done(inputs, frames: made.frames, duration: made.duration, bytes: made.bytes)
    }

    private func done(
        _ inputs: JobInputs, frames: Int, duration: MediaTime, bytes: Int64
    ) throws -> JobResult {
        let result = JobResult(
            job, inputs: inputs, made: try .of(job.preset.mark(of: job.output)), frames: frames, duration: duration,
            bytes: bytes, usage: .ofThisProcess(since: start))
        try folder.write(result)
        return result
    }

    func makeExporter(of recording: Recording) throws -> Exporter {
        try job.options.exporter(recording, edit: try job.edit.edit(of: recording), preset: job.preset)
    }

    /// A movie becomes a recording first, in a library of the job's own.
    func recording() async throws -> Recording {
        switch job.source {
        case .recording(let id, let home): return try Self.recording(id, home)
        case .movie(let path):
            let library = try await WorkerThread.run("library") {
                try folder.removeWork(job.id)
                return try ChunkPlace.library(of: job, in: folder)
            }
            return try await MovieImporter(library: library).importMovie(at: path, name: job.name)
        }
    }

    private static func recording(_ id: String, _ home: String) throws -> Recording {
        try RecordingLibrary.open(home: home).recording(matching: id)
    }

    func readInputs(of recording: Recording) throws -> JobInputs {
        if case .movie = job.source { return try JobInputs(job, recording: nil, movie: FileIdentity.of) }
        return try JobInputs(job, recording: recording, movie: FileIdentity.of)
    }
}
