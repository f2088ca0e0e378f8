import Files
import FoundationEssentials
import Glibc
import ReplayLibrary
import ReplayMovie
import ReplayRendering

/// The job log: a private folder next to the job file, for example `jobs.batch` for `jobs.json`.
///
/// | file | contents |
/// |---|---|
/// | `batch.json` | the version of this layout |
/// | `lock` | a lock file, locked while a batch runs |
/// | `jobs/000042.json` | job 42 of the present run, with patterns, presets and edits resolved |
/// | `results/ID.json` | the result of a job; the ID is derived from its output's path |
/// | `results/.ID.made` | the identity of the output that a job was about to move into place |
/// | `work/ID/` | the temporary files of a job in chunks: an imported movie, chunks |
/// | `work/.replay-….part` | the imported movie of a running job |
/// | `log.jsonl` | a line for each ended job, for users |
/// | `parallel.log` | GNU parallel’s own job log |
final class BatchFolder: Sendable {
    private static let logName = "log.jsonl"
    private static let lockName = "lock"
    private static let inputsName = "inputs.json"

    private let folder: Directory
    private let jobs: Directory
    private let results: Directory
    private let work: Directory

    /// The path of the folder.
    var path: String { folder.path }

    private struct Layout: JSONDocument {
        enum Field: String, CodingKey, CaseIterable { case version }
        static let currentVersion = 1
        static let fileName = "batch.json"
        var version = Self.currentVersion
    }

    /// Opens the job log of a job file.
    /// - Parameter isNew: True to create it if it is missing.
    /// - Throws: `FileSystemError`, `DocumentError`.
    init(of jobFile: String, isNew: Bool) throws {
        let place = try Directory.open(jobFile.pathParts.folder)
        folder = try Self.directory(Self.name(for: jobFile), in: place, isNew: isNew)
        if isNew, !folder.contains(Layout.fileName) { try folder.write(Layout()) }
        _ = try folder.read(Layout.self)
        jobs = try Self.directory("jobs", in: folder, isNew: isNew)
        results = try Self.directory("results", in: folder, isNew: isNew)
        work = try Self.directory("work", in: folder, isNew: isNew)
    }

    /// Returns the name of a job file's job log, which is in the same folder.
    static func name(for jobFile: String) -> String {
        let name = jobFile.pathParts.name.utf8
        let ending = [".json", ".json5"].map(\.utf8).first { name.suffix($0.count).elementsEqual($0) }
        return String(Substring(name.dropLast(ending?.count ?? 0))) + ".batch"
    }

    private static func directory(
        _ name: String, in parent: Directory, isNew: Bool
    ) throws(FileSystemError) -> Directory {
        if isNew, !parent.contains(name) {
            do throws(FileSystemError) {
                return try parent.createDirectory(name)
            } catch {
                // Another process has created it.
                guard error.code == EEXIST else { throw error }
            }
        }
        return try parent.directory(name)
    }

    /// Locks the batch against other processes for as long as the returned lock exists.
    /// - Throws: `BatchError.busy`, `FileSystemError`.
    func lock() throws -> BatchLock {
        let file = try folder.openFile(Self.lockName, mode: .readWrite, options: .create)
        guard let lock = try BatchLock(file, path: path + "/" + Self.lockName) else {
            throw BatchError.busy(path)
        }
        return lock
    }

    /// Returns the contents of a job file's job log, or nothing if there is none.
    static func lookup(of jobFile: String) throws -> ResultLookup {
        do {
            return try BatchFolder(of: jobFile, isNew: false).lookup()
        } catch let error as FileSystemError where error.code == ENOENT {
            return ResultLookup([])
        }
    }

    /// Returns the contents of the job log.
    /// - Throws: `FileSystemError`, `DocumentError`.
    func lookup() throws -> ResultLookup {
        let names = try results.entries(startingWith: ".").filter { $0.hasSuffix(Self.announcementSuffix) }
        let ids = names.map { String($0.dropFirst().dropLast(Self.announcementSuffix.count)) }
        let found = ids.compactMap { id in announced(id).map { (id, $0) } }
        return ResultLookup(try allResults(), announced: Dictionary(found) { first, _ in first })
    }

    // MARK: Jobs

    /// Writes all jobs and removes the previous ones.
    func write(_ all: [Job]) throws {
        for name in try jobs.entries() { try jobs.remove(name) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for job in all {
            try jobs.replace(Self.name(job.number), with: [UInt8](encoder.encode(job)), isDurable: false)
        }
        try jobs.sync()
    }

    /// Reads a job.
    /// - Throws: `BatchError.noJob`, `DocumentError`, `FileSystemError`.
    func job(_ number: Int) throws -> Job {
        let name = Self.name(number)
        guard jobs.contains(name) else { throw BatchError.noJob(number, of: try jobs.entries().count) }
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

    /// Returns the result of a job, or nil if there is none or it is damaged. The job is then done again.
    /// - Throws: `FileSystemError` if it cannot be read, `DocumentError` if a newer Replay has written it.
    func result(_ id: String) throws -> JobResult? { try result(named: id + ".json") }

    private func result(named name: String) throws -> JobResult? {
        do {
            return try results.read(JobResult.self, named: name)
        } catch let error as FileSystemError where error.code == ENOENT {
            return nil
        } catch let error as DocumentError where !error.isNewer {
            return nil
        }
    }

    /// Returns all results except damaged ones, whose jobs are done again.
    private func allResults() throws -> [JobResult] {
        try results.entries().filter { !$0.hasPrefix(".") }.compactMap { try result(named: $0) }
    }

    func write(_ result: JobResult) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        try results.replace(result.id + ".json", with: [UInt8](encoder.encode(result)))
        if result.failure == nil { try results.remove(Self.announcementName(result.id)) }
    }

    /// Records the output that a job is about to move into place. If the job is killed before it has written its
    /// result, it recognizes the output as its own when it is done again.
    func announce(_ output: FileIdentity, of id: String) throws {
        try results.replace(Self.announcementName(id), with: [UInt8](JSONEncoder().encode(output)))
    }

    /// Returns the recorded output of a job that has left no result. Returns nil if the record cannot be read. The file
    /// at the output's path is then not recognized, and not replaced.
    func announced(_ id: String) -> FileIdentity? {
        try? JSONDecoder().decode(FileIdentity.self, from: Data(results.contents(of: Self.announcementName(id))))
    }

    private static let announcementSuffix = ".made"
    private static func announcementName(_ id: String) -> String { "." + id + announcementSuffix }

    /// Protects the job log from being overwritten by outputs.
    func protect(in places: inout ProtectedPaths) { places.add(folder, as: "the job log") }

    /// Appends a line to the log.
    func log(_ result: JobResult) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        try folder.append([UInt8](encoder.encode(result)) + [UInt8(ascii: "\n")], to: Self.logName)
    }

    // MARK: Work

    /// Returns the path of a job's own folder, which may not exist.
    func workPath(_ id: String) -> String { work.path + "/" + id }

    /// Returns the inputs from which the chunks of a job are made.
    /// - Throws: `FileSystemError` if there are none.
    func inputs(of id: String) throws -> JobInputs {
        try JSONDecoder().decode(JobInputs.self, from: Data(try work.directory(id).contents(of: Self.inputsName)))
    }

    func write(_ inputs: JobInputs, of id: String) throws {
        try work.directory(id).replace(Self.inputsName, with: [UInt8](JSONEncoder().encode(inputs)))
    }

    /// Removes the temporary files of a job, and those of killed processes.
    func removeWork(_ id: String) throws {
        try work.removeTree(id)
        work.removeLeftovers(lockName: Self.lockName)
    }

    /// Creates a temporary folder for a process that does a whole job. The process removes it. Each process has its
    /// own, because a cluster that wrongly considers a job lost may run it twice.
    func makeWork() throws -> TemporaryFolder {
        try TemporaryFolder(in: work, lockName: Self.lockName)
    }

    /// Removes the temporary files of all jobs except these.
    func removeWork(except kept: Set<String>) throws {
        work.removeLeftovers(lockName: Self.lockName)
        for id in try work.entries() where !kept.contains(id) && TemporaryName(id) == nil { try removeWork(id) }
        for place in [folder, results] { try removeUnfinished(in: place) }
    }

    /// Removes unfinished files. Recent ones are kept, because another process may be writing them.
    private func removeUnfinished(in place: Directory) throws(FileSystemError) {
        for name in try place.entries(startingWith: ".") where name.hasSuffix(Directory.unfinishedSuffix) {
            guard let written = place.status(of: name)?.st_mtim.tv_sec else { continue }
            if Int64(time(nil)) - Int64(written) > TemporaryName.maxPause { try place.remove(name) }
        }
    }
}
