import FFmpeg
import Files
public import MediaTime
import ReplayEditor
import ReplayErrors
public import ReplayExporter
import ReplayImporter
import ReplayLibrary
import ReplayMovie
import Threads

/// Does one job, in this process, and writes down how it ended.
public struct JobRun: Sendable {
    /// What it does.
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

    /// Holds this process to the job's limits from now on.
    /// - Parameter endsWithParent: whether it ends when its standard input does.
    public func confine(endsWithParent: Bool) throws {
        if endsWithParent { try ProcessLimits.endWithParent() }
        try ProcessLimits.apply(job.limits) {
            fail(JobResult.Failure(reason: $0, exitCode: ErrorCategory.failed.exitCode))
        }
    }

    /// Writes down that the job has failed. Where not even that can be written, the batch goes by how this process ends.
    public func fail(_ failure: JobResult.Failure) {
        try? folder.write(
            JobResult(
                job, failure: failure, after: folder.result(job.id), usage: .ofThisProcess(since: start)))
    }

    /// Does the whole job.
    /// - Parameters:
    ///   - cancellation: ends it early.
    ///   - progress: called now and then with what is done, of what there is to do.
    /// - Throws: what kept it from being done; see `Exporter.export`.
    public func run(
        cancellation: ExportCancellation, progress: @Sendable (MediaTime, MediaTime) -> Void
    ) async throws -> JobResult {
        if let done = try await doneBefore() { return done }
        try await WorkerThread.run("output") { try OutputPlace.prepare(job) }
        // Where it cannot be copied, it is done as any other, which tells what is in the way.
        if job.isCopy, let copied = try await WorkerThread.run("copy", { try? copied() }) { return copied }
        guard case .movie = job.source else {
            return try await run(with: try await recording(), cancellation, progress)
        }
        let work = try await WorkerThread.run("work") { try folder.makeWork() }
        // What stays is removed with what killed processes left.
        defer { try? work.remove() }
        let library = try await WorkerThread.run("library") { try RecordingLibrary.open(home: work.folder.path) }
        return try await run(with: try await recording(in: library), cancellation, progress)
    }

    private func run(
        with recording: Recording, _ cancellation: ExportCancellation,
        _ progress: @Sendable (MediaTime, MediaTime) -> Void
    ) async throws -> JobResult {
        let (exporter, inputs) = try await WorkerThread.run("inputs") {
            (try makeExporter(of: recording), try readInputs(of: recording))
        }
        let made = try await export(with: exporter, cancellation, progress)
        return try await WorkerThread.run("result") { try done(inputs, made) }
    }

    /// What an earlier process of the same run has made, which ended before anybody had seen that: where a cluster starts
    /// a job once more.
    func doneBefore() async throws -> JobResult? {
        try await WorkerThread.run("result") {
            guard let result = try folder.result(job.id), result.run == job.run, result.isIntact else { return nil }
            return result
        }
    }

    /// Writes down what the output will be.
    var announce: OutputAnnouncement {
        { [folder, job] bytes, hash in try folder.announce(FileIdentity(bytes: bytes, hash: hash), of: job.id) }
    }

    /// Where the output may not lie.
    var protectedPlaces: ProtectedPlaces {
        get throws(FileSystemError) {
            var places = ProtectedPlaces()
            folder.protect(in: &places)
            try places.add(file: jobFile, as: "the job file")
            if case .movie(let path) = job.source { try places.add(file: path, as: "the job’s own movie") }
            return places
        }
    }

    /// Does the job by copying what another has made of the same inputs; nil: that is not there.
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
        try OutputPlace.copy(twin, for: job, overwriting: mayReplace, sparing: try protectedPlaces)
    }

    /// Whether the output's name may be that of a file: where that was decided for the batch, or an earlier process of this
    /// run has made it and was killed before it could say so.
    var mayReplace: Bool {
        job.mayReplace || folder.announced(job.id)?.isThat(of: job.preset.mark(of: job.output)) ?? false
    }

    /// What a job has made that was done before this one.
    private func twin(of original: Int) throws -> CachedOutput? {
        guard let result = try folder.result(folder.job(original).id), result.run == job.run, result.isIntact else {
            return nil
        }
        return CachedOutput(result)
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
            to: job.output, overwriting: mayReplace, cancellation: cancellation)
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
            job, inputs: inputs, made: try .of(job.preset.mark(of: job.output), announced: folder.announced(job.id)),
            frames: frames, duration: duration,
            bytes: bytes, usage: .ofThisProcess(since: start))
        try folder.write(result)
        // Where that cannot be noted, as in a library that is read-only here, the recording is kept for longer: no harm.
        if case .recording(let id, let home) = job.source { try? Self.recording(id, home).noteExport(at: job.output) }
        return result
    }

    func makeExporter(of recording: Recording) throws -> Exporter {
        let session = try EditSession(recording)
        var exporter = try job.options.exporter(
            session, edit: try job.edit.edit(in: session, keepsOwn: job.isOfMovie), preset: job.preset)
        exporter.protectedPlaces = try protectedPlaces
        exporter.announce = announce
        return exporter
    }

    /// A movie becomes a recording first.
    /// - Parameter library: of the job's own; nil: that of its chunks, which is made anew.
    func recording(in library: RecordingLibrary? = nil) async throws -> Recording {
        switch job.source {
        case .recording(let id, let home): return try Self.recording(id, home)
        case .movie(let path):
            let own = try await WorkerThread.run("library") {
                if let library { return library }
                try folder.removeWork(job.id)
                return try ChunkPlace.library(of: job, in: folder)
            }
            // The name stands on a folder's page. A file says nothing but what its movie does: the same inputs, the same output.
            let name = job.preset.hls == nil ? nil : job.name
            return try await MovieImporter(library: own).importMovie(at: path, name: name)
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
