import FFmpeg
import HLSOutput
import MediaTime
public import ReplayEditor
public import ReplayLibrary
import ReplayMovie
public import ReplayRendering
public import ReplayTimeline
import Threads

/// An export of an edit to a file that can be shared.
///
/// The properties of its request are those of the exporter, too: `exporter.render = .full`.
@dynamicMemberLookup
public struct Exporter: Sendable {
    /// The recording, the edit and the settings of the export.
    public var request: ExportRequest
    /// True if the output is read back and compared with the recording before it gets its name.
    public var wantsReceipt = false
    /// The places, in addition to libraries of recordings, where the output must not be written.
    package var protectedPaths = ProtectedPaths()
    /// The callback that runs before the output is renamed into place.
    package var announce: OutputAnnouncement?

    /// Creates an exporter of a recording. Set the other properties afterwards.
    public init(_ recording: Recording, edit: Edit? = nil, preset: Preset) {
        self.init(ExportRequest(recording, edit: edit, preset: preset))
    }

    /// Creates an exporter of a session's current edit and open movie.
    public init(_ session: EditSession, preset: Preset) { self.init(ExportRequest(session, preset: preset)) }

    /// Creates an exporter of a session's open movie with another edit.
    package init(_ session: EditSession, edit: Edit, preset: Preset) {
        self.init(ExportRequest(session, edit: edit, preset: preset))
    }

    /// Creates an exporter of a request.
    public init(_ request: ExportRequest) { self.request = request }

    /// A setting of the request.
    public subscript<Value>(dynamicMember setting: WritableKeyPath<ExportRequest, Value> & Sendable) -> Value {
        get { request[keyPath: setting] }
        set { request[keyPath: setting] = newValue }
    }

    /// A constant of the request.
    public subscript<Value>(dynamicMember constant: KeyPath<ExportRequest, Value> & Sendable) -> Value {
        request[keyPath: constant]
    }

    /// Exports to a file, or to a folder if the preset makes HLS, on a thread of its own.
    ///
    /// The file appears under its name only when it is complete. Ending the iteration early cancels the export too, but
    /// does not wait until the export has stopped.
    /// - Parameters:
    ///   - path: The path of the output.
    ///   - overwriting: True to replace an existing file of that name.
    ///   - cancellation: An object that cancels the export.
    /// - Returns: The progress, which ends with `.finished`. The stream throws `ExportError`, `FileSystemError`,
    ///   `MovieError` or an error of FFmpeg, whose description is a sentence.
    public func export(
        to path: String, overwriting: Bool = false, cancellation: ExportCancellation = ExportCancellation()
    ) -> AsyncThrowingStream<ExportProgress, any Error> {
        // A slow consumer misses steps, but never the end.
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(4)) { continuation in
            continuation.onTermination = { _ in cancellation.cancel() }
            do {
                try WorkerThread.detach(named: "export") {
                    do {
                        let result = try run(to: path, overwriting: overwriting, cancellation) {
                            continuation.yield($0)
                        }
                        continuation.yield(.finished(result))
                        continuation.finish()
                    } catch {
                        continuation.finish(throwing: error)
                    }
                }
            } catch {
                continuation.finish(throwing: error)
            }
        }
    }

    /// Checks, before there is anything to export, that an MP4 file can be created at a path.
    /// - Throws: `ExportError`, `FileSystemError`.
    package static func checkOutput(_ path: String, overwriting: Bool) throws {
        _ = try OutputFile.create(path, overwrites: overwriting, sparing: ProtectedPaths())
    }

    /// Returns the plan of the export. Blocks while it reads the movie's index.
    /// - Throws: `ExportError`, `FileSystemError`, `MovieError`, `EditError`.
    public func plan() throws -> ExportPlan { try ExportJob(request.withCaptions()).plan }

    private func run(
        to path: String, overwriting: Bool, _ cancellation: ExportCancellation,
        report: @escaping (ExportProgress) -> Void
    ) throws -> ExportResult {
        let request = try request.withCaptions()
        try request.preset.check(output: path)
        try request.checkCaptions()
        let job = try ExportJob(request)
        let isAutomatic = request.render == .auto && job.plan.rendering == .smart
        func startOver(_ obstacle: Rendering.Obstacle) throws -> ExportResult {
            report(.startedOver(because: obstacle))
            let whole = try ExportJob(request, movie: job.movie, without: obstacle)
            return try write(whole, to: path, overwriting: overwriting, cancellation: cancellation, report: report)
        }
        return try cancellation.interrupting(job.movie) {
            do {
                return try write(job, to: path, overwriting: overwriting, cancellation: cancellation, report: report)
            } catch let error as MovieError where isAutomatic && error.isDamage {
                // The full renderer loses only the damaged frames.
                return try startOver(.damage)
            } catch ExportError.notSmart(let obstacle) where isAutomatic {
                return try startOver(obstacle)
            }
        }
    }

    private func write(
        _ job: ExportJob, to path: String, overwriting: Bool, cancellation: ExportCancellation,
        report: @escaping (ExportProgress) -> Void
    ) throws -> ExportResult {
        let (request, plan) = (job.request, job.plan)
        var steps = ProgressSteps(total: plan.duration)
        func progress(_ done: MediaTime) -> Bool {
            if steps.isStep(done) { report(.rendering(done: done, of: plan.duration)) }
            return !cancellation.isCancelled
        }
        let places = ProtectedPaths(request.recording).union(protectedPaths)
        if let options = request.preset.hls {
            let made = try HLSExport(job, options: options, to: path, sparing: places, announce: announce)
                .run(progress: progress)
            return ExportResult(job, path: made.path, frames: made.frames, bytes: made.bytes, hls: made.contents)
        }
        let output = try OutputFile.create(path, overwrites: overwriting, sparing: places)
        let captions = job.captions(as: request.captionMethod)
        let captionFile =
            try captions == nil
            ? nil
            : CaptionFile.create(request.captionMethod, beside: path, overwriting: overwriting, sparing: places)
        let frames = try job.render(to: try output.io(), name: path, progress: progress)
        guard frames > 0 || !request.preset.fileFormat.hasFrames else { throw ExportError.noFrame }
        let bytes = try output.size
        let receipt = wantsReceipt ? try job.receipt(of: { try output.reader(path) }) : nil
        guard !cancellation.isCancelled else { throw ExportError.cancelled }
        try announce?(bytes, try output.contentHash())
        try output.commit()
        if let captions { try captionFile?.commit(captions, as: request.captionMethod) }
        return ExportResult(job, path: path, frames: frames, bytes: bytes, receipt: receipt)
    }
}
