import MediaTime
import ReplayExporter
import ReplayLibrary
import ReplayMovie

/// One export of a batch, with all that decides about it: what the process is told that does it.
public struct Job: Codable, Sendable, Identifiable {
    /// What is exported.
    public enum Source: Codable, Hashable, Sendable {
        /// A recording, by its id or the beginning of it, in the library of this home.
        case recording(String, home: String)
        /// A movie file, by its absolute path.
        case movie(String)
    }

    /// By which its result is found again, also after the job file has changed: it tells the output.
    public let id: String
    /// Its place in the batch, from 0.
    public var number: Int
    /// What to call it.
    public var name: String
    /// What is exported.
    public let source: Source
    let edit: JobEdit
    let preset: Preset
    let options: JobOptions
    /// The absolute path of what it makes.
    public let output: String
    /// The folder that it must lie in.
    let root: String
    /// What it may use.
    public let limits: JobLimits
    /// How long each chunk is at least, in milliseconds; nil: it is done in one go.
    let chunkMilliseconds: Int64?
    /// Its line in the job file.
    let line: Int
    /// For which run of the batch it was written down: its result is known by that.
    var run = ""
    /// Whether a file of the output's name may be replaced, for it is of an earlier run, or that was asked for.
    var mayReplace = false
    /// An output of the same inputs, of an earlier run, which is copied.
    var twin: CachedOutput?
    /// The number of an earlier job of the same inputs, whose output is copied once it is there.
    var original: Int?

    /// Whether it is done in chunks.
    public var isChunked: Bool { chunkMilliseconds != nil && !isCopy }

    /// Whether there is, or will be, an output that only has to be copied.
    var isCopy: Bool { twin != nil || original != nil }
}

/// An output that is there and is of the same inputs as another job: that one need not render it again.
struct CachedOutput: Codable, Sendable {
    let output: String
    /// What `output` was when it was made.
    let made: FileIdentity
    let inputs: JobInputs
    let frames: Int
    let duration: MediaTime
    let bytes: Int64

    /// - Parameter result: whose output is there still.
    /// - Returns: nil where the result is that of a failure.
    init?(_ result: JobResult) {
        guard let inputs = result.inputs, let made = result.made, result.failure == nil else { return nil }
        (output, self.made, self.inputs) = (result.output, made, inputs)
        (frames, duration, bytes) = (result.frames, result.duration, result.bytes)
    }
}

extension Job {
    /// True if its source is a movie file, which becomes a recording of its own.
    var isOfMovie: Bool { if case .movie = source { true } else { false } }
}
