import FoundationEssentials
import Glibc
import ReplayMovie

/// The job log: a private folder beside the job file, `jobs.batch` for `jobs.json`.
///
/// | in it | what |
/// |---|---|
/// | `batch.json` | the version of this layout |
/// | `lock` | locked while a batch is run |
/// | `jobs/000042.json` | job 42 as it is done now: patterns looked up, presets and edits whole |
/// | `results/ID.json` | how a job ended; ID is made of its output's path |
/// | `work/ID/` | what a job needs meanwhile: an imported movie, chunks |
/// | `log.jsonl` | a line for each end, for people |
/// | `parallel.log` | GNU parallel’s own job log |
final class BatchFolder: Sendable {
    private static let logName = "log.jsonl"
    private static let inputsName = "inputs.json"

    private let folder: Directory
    private let jobs: Directory
    private let results: Directory
    private let work: Directory

    /// As it is known to the user.
    var path: String { folder.path }

    private struct Layout: JSONDocument {
        enum Field: String, CodingKey, CaseIterable { case version }
        static let currentVersion = 1
        static let fileName = "batch.json"
        var version = Self.currentVersion
    }

    /// The job log of a job file.
    /// - Parameter isNew: whether it is made where it is missing.
    /// - Throws: `FileSystemError`, `DocumentError`.
    init(of jobFile: String, isNew: Bool) throws {
        let place = try Directory.open(JobFile.split(jobFile).folder)
        folder = try Self.directory(Self.name(for: jobFile), in: place, isNew: isNew)
        if isNew, !folder.contains(Layout.fileName) { try folder.write(Layout()) }
        _ = try folder.read(Layout.self)
        jobs = try Self.directory("jobs", in: folder, isNew: isNew)
        results = try Self.directory("results", in: folder, isNew: isNew)
        work = try Self.directory("work", in: folder, isNew: isNew)
    }

    /// What the job log of a job file is called, in the same folder.
    static func name(for jobFile: String) -> String {
        let name = JobFile.split(jobFile).name
        let ending = [".json", ".json5"].first(where: name.hasSuffix) ?? ""
        return name.dropLast(ending.count) + ".batch"
    }

    private static func directory(
        _ name: String, in parent: Directory, isNew: Bool
    ) throws(FileSystemError) -> Directory {
        if isNew, !parent.contains(name) {
            do throws(FileSystemError) {
                return try parent.createDirectory(name)
            } catch {
                // Somebody else made it.
                guard error.code == EEXIST else { throw error }
            }
        }
        return try parent.directory(name)
    }

    /// Keeps others from running this batch, for as long as what is returned is held.
    /// - Throws: `BatchError.busy`.
    func lock() throws -> BatchLock {
        guard let lock = BatchLock(descriptor: try folder.openFile("lock", flags: O_RDWR | O_CREAT)) else {
            throw BatchError.busy(path)
        }
        return lock
    }

    /// The results in the job log of a job file; none where there is no job log.
    static func results(of jobFile: String) throws -> [JobResult] {
        do {
            return try BatchFolder(of: jobFile, isNew: false).allResults()
        } catch let error as FileSystemError where error.code == ENOENT {
            return []
        }
    }

    // MARK: Jobs

    /// Writes down all jobs in place of those that were there.
    func write(_ all: [Job]) throws {
        for name in try jobs.entries() { try jobs.remove(name) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for job in all {
            try jobs.replace(Self.name(job.number), with: [UInt8](encoder.encode(job)), isDurable: false)
        }
        try jobs.sync()
    }

    /// - Throws: `BatchError.noJob`, `DocumentError`, `FileSystemError`.
    func job(_ number: Int) throws -> Job {
        let name = Self.name(number)
        guard jobs.contains(name) else { throw BatchError.noJob(number, of: (try? jobs.entries().count) ?? 0) }
        do {
            return try JSONDecoder().decode(Job.self, from: Data(try jobs.contents(of: name)))
        } catch let error as DecodingError {
            throw DocumentError(path: jobs.path + "/" + name, reason: error.sentence)
        }
    }

    private static func name(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".json"
    }

    // MARK: Results

    /// How a job ended; nil: nobody knows.
    func result(_ id: String) -> JobResult? { try? results.read(JobResult.self, named: id + ".json") }

    /// All results that can be read. A damaged one is none: its job is done again.
    func allResults() throws(FileSystemError) -> [JobResult] {
        try results.entries().compactMap { name in
            name.hasPrefix(".") ? nil : try? results.read(JobResult.self, named: name)
        }
    }

    func write(_ result: JobResult) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        try results.replace(result.id + ".json", with: [UInt8](encoder.encode(result)))
    }

    /// Adds a line to the log.
    func log(_ result: JobResult) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        try folder.append([UInt8](encoder.encode(result)) + [UInt8(ascii: "\n")], to: Self.logName)
    }

    // MARK: Work

    /// The path of a job's own folder, which need not be there.
    func workPath(_ id: String) -> String { work.path + "/" + id }

    /// What the chunks of a job are made of.
    /// - Throws: `FileSystemError` where there are none.
    func inputs(of id: String) throws -> JobInputs {
        try JSONDecoder().decode(JobInputs.self, from: Data(try work.directory(id).contents(of: Self.inputsName)))
    }

    func write(_ inputs: JobInputs, of id: String) throws {
        try work.directory(id).replace(Self.inputsName, with: [UInt8](JSONEncoder().encode(inputs)))
    }

    func removeWork(_ id: String) throws {
        guard work.contains(id) else { return }
        try FileManager.default.removeItem(atPath: workPath(id))
    }

    /// Removes what jobs left that were killed, but for these.
    func removeWork(except kept: Set<String>) throws {
        for id in try work.entries() where !kept.contains(id) { try removeWork(id) }
    }
}
