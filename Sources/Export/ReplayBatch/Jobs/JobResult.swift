public import Files
public import FoundationEssentials
import Glibc
import HLSOutput
public import MediaTime
import ReplayRendering
import SystemPackage

/// The result of a job, written by its own process. Exit codes and the cluster's state do not count.
public struct JobResult: JSONDocument, Identifiable {
    package enum Field: String, CodingKey, CaseIterable {
        case version, run, id, name, output, failure, inputs, made, frames, duration, bytes, usage, host, finished
    }
    package static let currentVersion = 1
    package static let fileName = "result.json"

    /// The failure of a job.
    public struct Failure: Codable, Hashable, Sendable {
        /// The reason, as a sentence without a full stop.
        public let reason: String
        /// The exit code that `replay export` would have, from sysexits(3).
        public let exitCode: Int32

        /// Creates a failure.
        public init(reason: String, exitCode: Int32) {
            self.reason = reason
            self.exitCode = exitCode
        }
    }

    /// The version of the format: 1.
    package let version: Int
    let run: String
    /// The job's id.
    public let id: String
    /// The job's name.
    public let name: String
    /// The output's absolute path.
    public let output: String
    /// The reason why there is no output, or nil if there is one.
    public let failure: Failure?
    /// The inputs of the last output that was made.
    let inputs: JobInputs?
    /// The identity of the last output that was made. For a folder, that of its manifest.
    let made: FileIdentity?
    /// The number of frames in the output.
    public let frames: Int
    /// The duration of the output.
    public let duration: MediaTime
    /// The size in bytes; of a folder, the size of all its files.
    public let bytes: Int64
    /// The resources that the process used.
    public let usage: ProcessUsage
    /// The name of the machine that did the job.
    public let host: String
    /// The time at which the job ended.
    public let finished: Date
}

extension JobResult {
    /// Creates the result of a failed job.
    /// - Parameter previous: An earlier result, whose output still exists.
    init(_ job: Job, failure: Failure, after previous: JobResult?, usage: ProcessUsage = .none) {
        self.init(job, failure: failure, inputs: previous?.inputs, made: previous?.made, usage: usage)
    }

    /// Creates the result of a finished job.
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
        // The file's dates are exact to the second.
        finished = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded())
    }
}

extension JobResult {
    /// True if the job is done and its output unchanged, including all files of a folder, which are read.
    var isIntact: Bool { failure == nil && hasOwnOutput && (!isFolder || HLSManifest.isIntact(at: output)) }

    /// True if the output's path has the last output that was made. In a folder, files may be missing or damaged.
    var hasOwnOutput: Bool { made?.isThat(of: isFolder ? Preset.folderMark(of: output) : output) ?? false }

    private var isFolder: Bool {
        // A path without a status is not a folder. It then does not have the output either.
        (try? Stat(output.cPath).type) == .directory
    }
}
