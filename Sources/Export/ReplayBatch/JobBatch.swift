import FFmpeg
import FoundationEssentials
import ReplayMovie
import Threads

/// Many exports, as a job file names them, each in a process of its own.
public struct JobBatch: Sendable {
    /// All jobs, in the order of the file.
    public let jobs: [Job]
    let order: JobOrder
    let jobFile: String

    /// Reads a job file and looks up all that its jobs name. Blocks: call it on a thread of its own.
    /// - Parameters:
    ///   - jobFile: its path.
    ///   - root: the folder in which all outputs must be, and where their paths begin; nil: the job file's.
    /// - Throws: `JobFileError`, `FileSystemError`.
    public init(jobFile: String, root: String? = nil) throws {
        let file = try JobFile.read(jobFile)
        self.jobFile = jobFile
        jobs = try JobExpansion.jobs(of: file, root: root)
        order = try JobOrder(jobs, path: jobFile)
    }

    /// As `init(jobFile:root:)`, on a thread of its own.
    public static func open(_ jobFile: String, root: String? = nil) async throws -> JobBatch {
        try await WorkerThread.run("job file") { try JobBatch(jobFile: jobFile, root: root) }
    }

    /// Does the jobs that there are to do.
    ///
    /// A job that fails does not disturb the others; what it came to is in its result. Cancelling the task ends the
    /// processes, and what was done stays done.
    /// - Parameters:
    ///   - options: where and how.
    ///   - report: called with what happens, one event at a time.
    /// - Throws: `BatchError`, `FileSystemError`, `DocumentError`; not for what single jobs come to.
    public func run(
        _ options: BatchOptions, report: @escaping @Sendable (BatchEvent) async -> Void
    ) async throws -> BatchSummary {
        let folder = try await WorkerThread.run("job log") { try BatchFolder(of: jobFile, isNew: true) }
        let lock = try folder.lock()
        defer { withExtendedLifetime(lock) {} }
        let plan = try await prepare(options, folder)
        let run = BatchRun(plan, in: folder, report: report)
        return try await run.finish(order, with: try engine(options), helper: try local(options))
    }

    /// Writes the jobs down that there are to do, so that other programs can run them one by one.
    /// - Returns: their numbers.
    /// - Throws: as `run`.
    public func prepare(_ options: BatchOptions) async throws -> [Int] {
        let folder = try await WorkerThread.run("job log") { try BatchFolder(of: jobFile, isNew: true) }
        let lock = try folder.lock()
        defer { withExtendedLifetime(lock) {} }
        return try await prepare(options, folder).pending.map(\.number)
    }

    /// What a run would do, with rough figures. Nothing is written, not even a job log.
    /// - Throws: as `run`.
    public func estimates(_ options: BatchOptions) async throws -> [JobEstimate] {
        try await WorkerThread.run("estimate") {
            let plan = try BatchPlan(jobs, order, options, after: try BatchFolder.lookup(of: jobFile))
            var estimates: [Int: JobEstimate] = [:]
            // A job that needs another one's output comes after that one.
            for job in plan.jobs.sorted(by: { order.depth(of: $0.number) < order.depth(of: $1.number) }) {
                let maker = order.needs[job.number].flatMap { estimates[$0] }
                estimates[job.number] = JobEstimate(job, kept: plan.kept[job.number], movieOf: maker)
            }
            return plan.jobs.compactMap { estimates[$0.number] }
        }
    }

    private func prepare(_ options: BatchOptions, _ folder: BatchFolder) async throws -> BatchPlan {
        try await WorkerThread.run("batch plan") {
            let plan = try BatchPlan(jobs, order, options, after: try folder.lookup())
            try folder.write(plan.jobs)
            try folder.removeWork(except: options.resumes ? Set(plan.pending.filter(\.isChunked).map(\.id)) : [])
            return plan
        }
    }

    private func engine(_ options: BatchOptions) throws -> any BatchEngine {
        switch options.engine {
        case .local: try local(options)
        case .slurm: SlurmEngine(program: try ReplayProgram.find(), jobFile: jobFile)
        case .parallel: ParallelEngine(command: try parallel(options))
        }
    }

    private func local(_ options: BatchOptions) throws -> LocalEngine {
        LocalEngine(program: try ReplayProgram.find(), jobFile: jobFile, places: places(options))
    }

    func places(_ options: BatchOptions) -> Int { options.places ?? ProcessInfo.processInfo.activeProcessorCount }
}

extension JobBatch {
    /// The command line that does the same by GNU parallel: for people to type, or to change.
    public func parallelLine(_ options: BatchOptions) -> String { command(program: "replay", options).line }

    func parallel(_ options: BatchOptions) throws -> ParallelCommand {
        command(program: try ReplayProgram.find(), options)
    }

    private func command(program: String, _ options: BatchOptions) -> ParallelCommand {
        let log = jobFile.pathParts.folder + "/" + BatchFolder.name(for: jobFile) + "/parallel.log"
        return ParallelCommand(program: program, jobFile: jobFile, places: places(options), log: log)
    }
}

extension JobBatch {
    /// The JSON Schema of job files, for editors that complete and check what is written.
    public static var schema: String { String(decoding: PackageResources.jobs_schema_json, as: UTF8.self) }
}
