import FFmpeg
import MediaTime
public import ReplayEditor
public import ReplayLibrary
import ReplayMovie
public import ReplayTimeline
import Threads

/// Renders an edit to a file to be shared.
public struct Exporter: Sendable {
    /// The recording whose movie is read; it is never changed.
    public let recording: Recording
    /// What of it is kept; nil: all.
    public internal(set) var edit: Edit?
    /// How it is rendered.
    public let preset: Preset
    /// Where the camera is shown, of a recording that has one; nil: nowhere.
    public var camera: CameraPlacement? = .standard
    /// Whether frames are copied where they can be.
    public var render = RenderMethod.auto
    /// Whether audio may be copied.
    public var audioRender = AudioRenderMethod.auto
    /// Which audio tracks are heard; nil: all that the recording has.
    public var audio: Set<AudioSource>?
    /// Whether a file tells the recording's name and date.
    public var hasMetadata = true
    /// What comes into an HLS folder besides video and audio; a file has the captions alone.
    public var extras = HLSExtras()
    /// How the captions are given, where there are some.
    public var captionMethod = CaptionMethod.track
    /// Whether the output is read back and compared with the recording before it gets its name.
    public var wantsReceipt = false
    /// Where the output may not lie, besides libraries of recordings.
    package var protectedPlaces = ProtectedPlaces()
    /// Told what is about to get its name.
    package var announce: OutputAnnouncement?
    /// The recording's movie, where it is open; nil: it is opened for the export.
    let movie: MovieReader?

    /// Sets its properties; the others may be set afterwards.
    public init(_ recording: Recording, edit: Edit? = nil, preset: Preset) {
        (self.recording, self.edit, self.preset, movie) = (recording, edit, preset, nil)
    }

    /// Exports what a session keeps now, of the movie that it has open.
    public init(_ session: EditSession, preset: Preset) {
        self.init(session, edit: session.edit, preset: preset)
    }

    /// As the one with a session alone, but with another edit than its own.
    package init(_ session: EditSession, edit: Edit, preset: Preset) {
        (recording, self.edit, self.preset, movie) = (session.recording, edit, preset, session.movie)
    }

    /// Exports to a file, or to a folder where the preset makes HLS, on a thread of its own.
    ///
    /// The file appears under its name only when it is whole. Ending the iteration early cancels the export too, but
    /// does not wait for that.
    /// - Parameters:
    ///   - path: where to.
    ///   - overwriting: whether a file of that name may be replaced.
    ///   - cancellation: ends it early.
    /// - Returns: the progress, ending with `.finished`; or throwing `ExportError`, `FileSystemError`, `MovieError`,
    ///   or an error of FFmpeg's, whose description is a sentence.
    public func export(
        to path: String, overwriting: Bool = false, cancellation: ExportCancellation = ExportCancellation()
    ) -> AsyncThrowingStream<ExportProgress, any Error> {
        // A consumer that is slow misses steps, never the end.
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

    /// Finds out, before there is anything to export, whether an MP4 file can be made.
    /// - Throws: `ExportError`, `FileSystemError`.
    package static func checkOutput(_ path: String, overwriting: Bool) throws {
        _ = try OutputFile.create(path, overwrites: overwriting, sparing: ProtectedPlaces())
    }

    /// What an export would do. Blocks while it reads the movie's index.
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
            // The full renderer loses the frames that are damaged, and no more.
            return try startOver(.damage)
        } catch ExportError.notSmart(let obstacle) where render == .auto && job.plan.rendering == .smart {
            return try startOver(obstacle)
        }
    }

    /// Whether captions can be given as they are to be.
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
    /// Whether the movie is not as it was recorded.
    var isDamage: Bool { reason == .damaged || reason == .truncated }
}

/// Called before the output is renamed into place, so that a job that is killed right after is recognized: the file’s size in
/// bytes, or that of the list in a folder, and its `ContentHash`.
package typealias OutputAnnouncement = @Sendable (_ bytes: Int64, _ hash: String) throws -> Void
