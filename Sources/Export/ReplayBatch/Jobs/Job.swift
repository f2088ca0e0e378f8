import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayRendering

/// An export of a batch, with all its settings. A process reads it to do the job.
public struct Job: Codable, Sendable, Identifiable {
    /// The source of an export.
    public enum Source: Codable, Hashable, Sendable {
        /// A recording, by its id or a prefix of it, in the library of this home.
        case recording(String, home: String)
        /// A movie file, by its absolute path.
        case movie(String)
    }

    /// The id, derived from the output's path. The result is found by it even after the job file has changed.
    public let id: String
    /// The position in the batch, from 0.
    public var number: Int
    /// The name for messages and output paths.
    public var name: String
    /// The source.
    public let source: Source
    let edit: JobEdit
    let preset: Preset
    let options: JobOptions
    /// The absolute path of the output.
    public let output: String
    /// The folder that must contain the output.
    let root: String
    /// The limits of the job's process.
    public let limits: JobLimits
    /// The minimum duration of a chunk in milliseconds, or nil if the job is not divided.
    let chunkMilliseconds: Int64?
    /// The line in the job file.
    let line: Int
    /// The run of the batch to which the job belongs. A result of another run is not this job's.
    var run = ""
    /// True if a file at the output's path may be replaced: an earlier run made it, or overwriting was requested.
    var mayReplace = false
    /// An output of an earlier run with the same inputs, to be copied.
    var twin: CachedOutput?
    /// The number of an earlier job with the same inputs, whose output is copied once it exists.
    var original: Int?

    /// True if the job is done in chunks.
    public var isChunked: Bool { chunkMilliseconds != nil && !isCopy }

    /// True if an output exists, or will exist, that only has to be copied.
    var isCopy: Bool { twin != nil || original != nil }
}

/// An existing output with the same inputs as another job, which need not render it again.
struct CachedOutput: Codable, Sendable {
    let output: String
    /// The identity of `output` when it was made.
    let made: FileIdentity
    let inputs: JobInputs
    let frames: Int
    let duration: MediaTime
    let bytes: Int64

    /// Creates a cached output.
    /// - Parameter result: A result whose output still exists.
    /// - Returns: The cached output, or nil if the result is a failure.
    init?(_ result: JobResult) {
        guard let inputs = result.inputs, let made = result.made, result.failure == nil else { return nil }
        (output, self.made, self.inputs) = (result.output, made, inputs)
        (frames, duration, bytes) = (result.frames, result.duration, result.bytes)
    }
}

extension Job {
    /// True if the source is a movie file, which is imported as a recording.
    var isOfMovie: Bool { if case .movie = source { true } else { false } }
}
