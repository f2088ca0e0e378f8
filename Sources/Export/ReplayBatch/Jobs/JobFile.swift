import Files
import Glibc
import ReplayLibrary
import ReplayMovie

/// A job file in JSON5 after parsing, before its patterns are expanded.
///
///     {
///       version: 1,
///       defaults: { preset: "share-720p", output: "out/{name}.mp4" },
///       jobs: [{ movie: "lessons/*.mkv" }, { recording: "20261121-2258", edit: { cut: ["3..5"] } }],
///     }
struct JobFile {
    /// The version of the format.
    static let version = 1
    /// The maximum size of a file, in bytes.
    static let largest = 16 << 20
    /// The maximum number of jobs in a file, before and after its patterns are expanded.
    static let maxJobs = 100_000

    /// The path as the user gave it.
    let path: String
    /// The entries, in the order of the file.
    let entries: [JobEntry]

    /// Reads a file.
    /// - Throws: `JobFileError`, `FileSystemError`.
    static func read(_ path: String) throws -> JobFile {
        do {
            return try JobFile(try RegularFile.contents(of: path, limit: largest), path: path)
        } catch let error as FileSystemError where error.code == EFBIG {
            throw JobFileError(path: path, "it is larger than \(largest >> 20) MiB; split it")
        }
    }

    /// Parses the text of a file.
    /// - Parameter path: The path for error messages.
    init(_ text: [UInt8], path: String) throws(JobFileError) {
        self.path = path
        let source = JobText(path: path, bytes: text)
        let file = try source.object(source.parse(), named: "the file")
        try file.check(keys: ["$schema", "version", "defaults", "jobs"])
        guard let version = try file.integer("version") else {
            throw file.error("it has no “version”, which must be 1")
        }
        guard version == Self.version else {
            throw file.error("“version” is \(version), but this version of Replay reads \(Self.version)", at: "version")
        }
        let defaults = try file.value("defaults").map { value throws(JobFileError) in
            try source.object(value, named: "“defaults”")
        }
        try defaults?.check(keys: JobEntry.defaultKeys, former: JobEntry.formerKeys)
        guard let jobs = try file.list("jobs"), !jobs.isEmpty else { throw file.error("it has no “jobs”") }
        guard jobs.count <= Self.maxJobs else {
            throw file.error("it has \(jobs.count) jobs, but at most \(Self.maxJobs) are allowed; split it", at: "jobs")
        }
        entries = try jobs.map { value throws(JobFileError) in
            let job = try source.object(value, named: "a job")
            try job.check(keys: JobEntry.keys, former: JobEntry.formerKeys)
            return try JobEntry(job.filled(from: defaults))
        }
    }
}
