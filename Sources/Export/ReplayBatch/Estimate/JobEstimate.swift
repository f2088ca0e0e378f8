import FFmpeg
public import MediaTime
import ReplayEditor
import ReplayImporter
import ReplayLibrary
import ReplayMovie
import ReplayRendering
import ReplayTimeline

/// An estimate of what a job does and costs.
public struct JobEstimate: Codable, Sendable {
    /// The actions of a job.
    public enum Action: String, Codable, Sendable {
        /// The output is rendered.
        case render
        /// An output with the same inputs is copied.
        case copy
        /// The output already exists.
        case keep
        /// The job cannot be done; see `problem`.
        case fail
    }

    /// The name of the job.
    public let name: String
    /// The absolute path of the output.
    public let output: String
    /// The action.
    public internal(set) var action: Action
    /// The duration of the output, or nil if it is not known before the job is done.
    public internal(set) var duration: MediaTime?
    /// The approximate CPU time, in seconds.
    public internal(set) var cpuSeconds = 0.0
    /// The approximate size of the output, in bytes.
    public internal(set) var bytes: Int64 = 0
    /// The reason why the job cannot be done, or nil.
    public internal(set) var problem: String?
    /// The size of the output's frames, for jobs that use the output as their movie.
    private var size: Size?

    private struct Size: Codable, Sendable {
        let width: Int
        let height: Int
    }

    private enum CodingKeys: CodingKey { case name, output, action, duration, cpuSeconds, bytes, problem }
}

extension JobEstimate {
    /// Estimates a job from the header of its movie.
    /// - Parameters:
    ///   - kept: The result of an earlier run, if it is still valid.
    ///   - maker: The estimate of the job in the batch that makes the movie, or nil.
    ///   - outlines: The outlines of movie files.
    init(_ job: Job, kept: JobResult?, movieOf maker: JobEstimate?, outlines: inout MovieOutlines) {
        (name, output, action) = (job.name, job.output, kept != nil ? .keep : job.isCopy ? .copy : .render)
        guard kept == nil, job.twin == nil else {
            duration = kept?.duration ?? job.twin?.duration
            bytes = kept?.bytes ?? job.twin?.bytes ?? 0
            return
        }
        do {
            if let maker, maker.action == .fail { throw JobFailed(maker: maker.name) }
            switch job.source {
            case .recording(let id, let home):
                try estimate(RecordingLibrary.open(home: home).recording(matching: id), for: job)
            case .movie(let path): try estimate(try maker?.outline ?? outlines.outline(of: path), for: job)
            }
        } catch {
            (action, problem) = (.fail, "\(error)")
        }
        if job.isCopy { cpuSeconds = 0 }
    }

    /// The known facts of the output, or nil if it is kept or cannot be made.
    private var outline: MovieOutline? {
        guard let duration, let size else { return nil }
        return MovieOutline(duration: duration, width: size.width, height: size.height)
    }

    private struct JobFailed: Error, CustomStringConvertible {
        let maker: String
        var description: String { "its movie is the output of “\(maker)”, which would fail" }
    }

    private mutating func estimate(_ recording: Recording, for job: Job) throws {
        let session = try EditSession(recording)
        let exporter = try job.options.exporter(
            session, edit: try job.edit.edit(in: session, keepsOwn: job.isOfMovie),
            preset: job.preset)
        let plan = try exporter.plan()
        size = Size(width: plan.width, height: plan.height)
        let length = recording.facts.ending?.duration ?? plan.duration
        let rate = Double(recording.movieSize()) / max(length.seconds, 0.1)
        let cost = ExportCost(copied: plan.copiedSeconds, bytesPerSecond: rate)
        add(
            cost, job: job, length: plan.duration, encoded: plan.duration.seconds - plan.copiedSeconds,
            frames: Frames(pixels: plan.width * plan.height, rate: Double(plan.maxFrameRate)))
    }

    /// Estimates a job of a movie file. The movie is imported first, so it is not known yet which frames can be copied.
    private mutating func estimate(_ movie: MovieOutline, for job: Job) throws {
        let edit = try job.edit.edit(of: movie.duration) {
            MediaTime(validating: Int64($0), timescale: Int64(Frames.usualRate))
        }
        let video = job.preset.video
        let size = video.sizeLimits.fitted(width: movie.width, height: movie.height)
        let pixels = size.width * size.height
        self.size = Size(width: size.width, height: size.height)
        let kept = edit.editedDuration
        let rate = video.frameRate.map { Double($0.framesPerSecond.numerator) / Double($0.framesPerSecond.denominator) }
        add(
            ExportCost(copied: 0, bytesPerSecond: 0), job: job, length: kept, encoded: kept.seconds,
            frames: Frames(pixels: pixels, rate: rate ?? Double(Frames.usualRate)))
    }

    private struct Frames {
        /// The frame rate to assume if the preset does not set one.
        static let usualRate = 30
        let pixels: Int
        let rate: Double
    }

    private mutating func add(
        _ cost: ExportCost, job: Job, length: MediaTime, encoded: Double, frames: Frames
    ) {
        var cost = cost
        let format = job.preset.fileFormat
        cost.encode(
            seconds: encoded, pixels: frames.pixels, rate: frames.rate, as: job.preset.video, format: format)
        if format.hasAudio { cost.encodeAudio(seconds: length.seconds, bitRate: job.preset.audio.bitRate) }
        for rung in job.preset.hls?.rungs ?? [] {
            // Presets limit each side to 16,384 pixels, so this does not overflow.
            let height = rung.maxShortSide ?? rung.maxHeight ?? rung.maxWidth.map { $0 * 9 / 16 } ?? 0
            let pixels = min(frames.pixels, height * height * 16 / 9)
            cost.encode(seconds: length.seconds, pixels: pixels, rate: frames.rate, as: rung)
        }
        (duration, cpuSeconds, bytes) = (length, cost.cpuSeconds, Int64(exactly: cost.bytes.rounded()) ?? .max)
    }
}

extension ExportPlan {
    /// The duration of the frames that are not encoded, in seconds.
    fileprivate var copiedSeconds: Double {
        frames.reduce(0) { sum, span in
            if case .encode = span.action { sum } else { sum + (span.source.end - span.source.start).seconds }
        }
    }
}
