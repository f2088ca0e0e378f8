import FFmpeg
import MediaTime
public import ReplayEditor
public import ReplayLibrary
import ReplayMovie
public import ReplayTimeline
import Threads

/// An export of an edit to a file that can be shared.
public struct Exporter: Sendable {
    /// The recording whose movie is read. It is never changed.
    public let recording: Recording
    /// The edit to export, or nil to export the whole recording.
    public internal(set) var edit: Edit?
    /// The file format, the size and the encoder settings of the output.
    public let preset: Preset
    /// The place of the camera in the frame, if the recording has a camera, or nil to leave the camera out.
    public var camera: CameraPlacement? = .standard
    /// The method of rendering the frames: copied if possible, or all encoded.
    public var render = RenderMethod.auto
    /// The method of rendering the audio: copied if possible, or encoded.
    public var audioRender = AudioRenderMethod.auto
    /// The audio tracks to include, or nil for all tracks of the recording.
    public var audio: Set<AudioSource>?
    /// True if the output contains the recording's name and date.
    public var hasMetadata = true
    /// The additional contents of an HLS folder. In an export to a file, only the captions are used.
    public var extras = HLSExtras()
    /// The method of exporting the captions, if there are any.
    public var captionMethod = CaptionMethod.track
    /// True if the output is read back and compared with the recording before it gets its name.
    public var wantsReceipt = false
    /// The places, in addition to libraries of recordings, where the output must not be written.
    package var protectedPlaces = ProtectedPlaces()
    /// The callback that runs before the output is renamed into place.
    package var announce: OutputAnnouncement?
    /// The recording's movie if it is already open, or nil to open it for the export.
    let movie: MovieReader?

    /// Creates an exporter of a recording. Set the other properties afterwards.
    public init(_ recording: Recording, edit: Edit? = nil, preset: Preset) {
        (self.recording, self.edit, self.preset, movie) = (recording, edit, preset, nil)
    }

    /// Creates an exporter of a session's current edit and open movie.
    public init(_ session: EditSession, preset: Preset) {
        self.init(session, edit: session.edit, preset: preset)
    }

    /// Creates an exporter of a session's open movie with another edit.
    package init(_ session: EditSession, edit: Edit, preset: Preset) {
        (recording, self.edit, self.preset, movie) = (session.recording, edit, preset, session.movie)
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
                try WorkerThread.detach("export") {
                    do {
                        let result = try withCaptions().run(to: path, overwriting: overwriting, cancellation) {
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
        _ = try OutputFile.create(path, overwrites: overwriting, sparing: ProtectedPlaces())
    }

    /// Returns the plan of the export. Blocks while it reads the movie's index.
    /// - Throws: `ExportError`, `FileSystemError`, `MovieError`, `EditError`.
    public func plan() throws -> ExportPlan { try ExportJob(withCaptions()).plan }

    private func run(
        to path: String, overwriting: Bool, _ cancellation: ExportCancellation,
        report: @escaping (ExportProgress) -> Void
    ) throws -> ExportResult {
        try preset.check(output: path)
        try checkCaptions()
        let job = try ExportJob(self)
        func startOver(_ obstacle: Rendering.Obstacle) throws -> ExportResult {
            report(.startedOver(because: obstacle))
            let whole = try ExportJob(self, movie: job.movie, without: obstacle)
            return try run(whole, to: path, overwriting: overwriting, cancellation, report: report)
        }
        do {
            return try run(job, to: path, overwriting: overwriting, cancellation, report: report)
        } catch let error as MovieError where render == .auto && job.plan.rendering == .smart && error.isDamage {
            // The full renderer loses only the damaged frames.
            return try startOver(.damage)
        } catch ExportError.notSmart(let obstacle) where render == .auto && job.plan.rendering == .smart {
            return try startOver(obstacle)
        }
    }

    /// Checks that the preset's format supports the caption method.
    /// - Throws: `ExportError.noCaptions` if it does not.
    func checkCaptions() throws(ExportError) {
        guard extras.captions != nil else { return }
        let isPossible =
            switch captionMethod {
            case .track: preset.hls != nil || preset.fileFormat.takesCaptions
            case .burned: preset.fileFormat.hasFrames
            case .srt, .vtt: preset.hls == nil
            }
        guard isPossible else { throw .noCaptions(captionMethod, preset.hls == nil ? preset.fileFormat.title : "HLS") }
    }

    private func run(
        _ job: ExportJob, to path: String, overwriting: Bool, _ cancellation: ExportCancellation,
        report: @escaping (ExportProgress) -> Void
    ) throws -> ExportResult {
        let plan = job.plan
        var steps = ProgressSteps(total: plan.duration)
        func progress(_ done: MediaTime) -> Bool {
            if steps.isStep(done) { report(.rendering(done: done, of: plan.duration)) }
            return !cancellation.isCancelled
        }
        let places = ProtectedPlaces(recording).union(protectedPlaces)
        if let options = preset.hls {
            return try HLSExport(job, self, options, to: path, sparing: places).run(progress: progress)
        }
        let output = try OutputFile.create(path, overwrites: overwriting, sparing: places)
        let captions = job.captions(as: captionMethod)
        let captionFile =
            try captions == nil
            ? nil
            : CaptionFile.create(captionMethod, beside: path, overwriting: overwriting, sparing: places)
        let frames = try job.render(to: try output.io(), name: path, progress: progress)
        guard frames > 0 || !preset.fileFormat.hasFrames else { throw ExportError.noFrame }
        let bytes = try output.size
        let receipt = wantsReceipt ? try job.receipt(of: { try output.reader(path) }) : nil
        guard !cancellation.isCancelled else { throw ExportError.cancelled }
        try announce?(bytes, try output.contentHash())
        try output.commit()
        if let captions { try captionFile?.commit(captions, as: captionMethod) }
        return ExportResult(
            path: path, duration: plan.duration, frames: frames, width: plan.width, height: plan.height, bytes: bytes,
            isSmart: plan.rendering == .smart, obstacle: plan.rendering.obstacle?.text, damage: job.damage,
            sizeNote: job.sizeNote, receipt: receipt)
    }
}

extension MovieError {
    /// True if the movie is damaged or truncated.
    var isDamage: Bool { reason == .damaged || reason == .truncated }
}

/// Called before the output is renamed into place, so that a job that is killed right after is recognized. The
/// arguments are the file's size in bytes and its `ContentHash`, or those of the list of files for a folder.
package typealias OutputAnnouncement = @Sendable (_ bytes: Int64, _ hash: String) throws -> Void
