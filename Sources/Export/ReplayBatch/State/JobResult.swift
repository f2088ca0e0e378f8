public import Files
public import FoundationEssentials
import Glibc
public import MediaTime
import ReplayExporter
import SystemPackage

/// How a job ended, as its own process wrote it down. Nothing else is believed: no exit code, and no cluster's word.
public struct JobResult: JSONDocument, Identifiable {
    package enum Field: String, CodingKey, CaseIterable {
        case version, run, id, name, output, failure, inputs, made, frames, duration, bytes, usage, host, finished
    }
    package static let currentVersion = 1
    package static let fileName = "result.json"

    /// Why a job failed.
    public struct Failure: Codable, Hashable, Sendable {
        /// As a sentence, without its full stop.
        public let reason: String
        /// As `replay export` would have ended, by sysexits(3).
        public let exitCode: Int32

        /// Sets its properties.
        public init(reason: String, exitCode: Int32) {
            self.reason = reason
            self.exitCode = exitCode
        }
    }

    /// The version of the format: 1.
    package let version: Int
    let run: String
    /// The job's.
    public let id: String
    /// The job's.
    public let name: String
    /// The output's absolute path.
    public let output: String
    /// Why there is no output; nil: there is one.
    public let failure: Failure?
    /// Of the last output that was made.
    let inputs: JobInputs?
    /// That output; of a folder, the list of what is in it.
    let made: FileIdentity?
    /// Frames in the output.
    public let frames: Int
    /// How long the output is.
    public let duration: MediaTime
    /// In bytes, with all that is in a folder.
    public let bytes: Int64
    /// What its process used.
    public let usage: ProcessUsage
    /// The machine on which it was done.
    public let host: String
    /// When.
    public let finished: Date
}

extension JobResult {
    /// The job has failed.
    /// - Parameter previous: an earlier result, whose output is still there.
    init(_ job: Job, failure: Failure, after previous: JobResult?, usage: ProcessUsage = .none) {
        self.init(job, failure: failure, inputs: previous?.inputs, made: previous?.made, usage: usage)
    }

    /// The job is done.
    init(
        _ job: Job, inputs: JobInputs, made: FileIdentity, frames: Int, duration: MediaTime, bytes: Int64,
        usage: ProcessUsage
    ) {
        self.init(
            job, failure: nil, inputs: inputs, made: made, frames: frames, duration: duration, bytes: bytes,
            usage: usage)
    }

    private init(
        _ job: Job, failure: Failure?, inputs: JobInputs?, made: FileIdentity?, frames: Int = 0,
        duration: MediaTime = .zero, bytes: Int64 = 0, usage: ProcessUsage
    ) {
        version = Self.currentVersion
        run = job.run
        id = job.id
        name = job.name
        output = job.output
        self.failure = failure
        self.inputs = inputs
        self.made = made
        self.frames = frames
        self.duration = duration
        self.bytes = bytes
        self.usage = usage
        host = ProcessUsage.hostName
        // As it is written down, to the second.
        finished = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded())
    }
}

extension JobResult {
    /// Whether the job is done, and the output there still, with all files of a folder. Reads such a folder.
    var isIntact: Bool { failure == nil && hasOwnOutput && (!isFolder || HLSManifest.isIntact(at: output)) }

    /// Whether what stands in the output's place was made last; of a folder, files may be missing or damaged.
    var hasOwnOutput: Bool { made?.isThat(of: isFolder ? Preset.folderMark(of: output) : output) ?? false }

    private var isFolder: Bool {
        (try? Stat(output.cPath).type) == .directory
    }
}
