import FFmpeg
import FoundationEssentials
import ReplayMovie
import Threads

/// A batch of exports that a job file describes, each in a process of its own.
public struct JobBatch: Sendable {
    /// All jobs, in the order of the file.
    public let jobs: [Job]
    let order: JobOrder
    let jobFile: String

    /// Reads a job file and resolves everything that its jobs name. Blocking: call it on a dedicated thread.
    /// - Parameters:
    ///   - jobFile: The path of the job file.
    ///   - root: The folder that must contain all outputs and to which their paths are relative, or nil for the job
    ///     file's folder.
    /// - Throws: `JobFileError`, `FileSystemError`.
    public init(jobFile: String, root: String? = nil) throws {
        let file = try JobFile.read(jobFile)
        self.jobFile = jobFile
        jobs = try JobExpansion.jobs(of: file, root: root)
        order = try JobOrder(jobs, path: jobFile)
    }

    /// Opens a job file as `init(jobFile:root:)` does, on a dedicated thread.
    public static func open(_ jobFile: String, root: String? = nil) async throws -> JobBatch {
        try await WorkerThread.run(named: "job file") { try JobBatch(jobFile: jobFile, root: root) }
    }

    /// Does the jobs that are not done yet.
    ///
    /// A job that fails does not affect the others; its result has the reason. Cancelling the task ends the processes.
    /// Finished jobs stay finished.
    /// - Parameters:
    ///   - options: The options.
    ///   - report: Called with each event, one at a time.
    /// - Throws: `BatchError`, `FileSystemError`, `DocumentError`. The failure of a single job is not thrown.
    public func run(
        _ options: BatchOptions, report: @escaping @Sendable (BatchEvent) async -> Void
    ) async throws -> BatchSummary {
        let (folder, lock) = try await lockedFolder()
        defer { withExtendedLifetime(lock) {} }
        let plan = try await prepare(options, in: folder)
        let engines = try await WorkerThread.run(named: "engines") {
            (all: try engine(options), helper: try local(options))
        }
        let run = try BatchRun(plan, in: folder, report: report)
        return try await run.finish(order, with: engines.all, helper: engines.helper)
    }

    /// Writes the jobs that are not done yet to the job log, so that other programs can run them one by one.
    /// - Returns: The numbers of these jobs.
    /// - Throws: The same errors as ``run(_:report:)``.
    public func prepare(_ options: BatchOptions) async throws -> [Int] {
        let (folder, lock) = try await lockedFolder()
        defer { withExtendedLifetime(lock) {} }
        return try await prepare(options, in: folder).pending.map(\.number)
    }

    /// Returns rough estimates of what a run would do. It writes nothing, not even a job log.
    /// - Throws: The same errors as ``run(_:report:)``.
    public func estimates(_ options: BatchOptions) async throws -> [JobEstimate] {
        try await WorkerThread.run(named: "estimate") {
            let plan = try BatchPlan(jobs, order: order, options: options, after: try BatchFolder.lookup(of: jobFile))
            var (estimates, outlines) = ([Int: JobEstimate](), MovieOutlines())
            // A job that needs the output of another job comes after it.
            for job in plan.jobs.sorted(by: { order.depth(of: $0.number) < order.depth(of: $1.number) }) {
                let maker = order.needs[job.number].flatMap { estimates[$0] }
                estimates[job.number] = JobEstimate(
                    job, kept: plan.kept[job.number], movieOf: maker, outlines: &outlines)
            }
            return plan.jobs.compactMap { estimates[$0.number] }
        }
    }

    /// Opens the job log, and locks it against other processes for as long as the returned lock exists.
    /// - Throws: `BatchError.busy`, `FileSystemError`, `DocumentError`.
    private func lockedFolder() async throws -> (BatchFolder, BatchLock) {
        try await WorkerThread.run(named: "job log") {
            let folder = try BatchFolder(of: jobFile, isNew: true)
            return (folder, try folder.lock())
        }
    }

    private func prepare(_ options: BatchOptions, in folder: BatchFolder) async throws -> BatchPlan {
        try await WorkerThread.run(named: "batch plan") {
            let plan = try BatchPlan(jobs, order: order, options: options, after: try folder.lookup())
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
    /// Returns the command line with the same effect for GNU parallel, for users to type or change.
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
    /// The JSON Schema of job files, for editors with completion and validation.
    public static var schema: String { String(decoding: PackageResources.jobs_schema_json, as: UTF8.self) }
}
