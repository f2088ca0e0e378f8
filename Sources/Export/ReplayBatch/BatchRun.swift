import FFmpeg
import ReplayErrors
import ReplayLibrary
import ReplayMovie
import Threads

/// A running batch. It follows tasks, and turns what it learns about them into events and results.
///
/// The batch reads and writes the job log, so it runs on a thread of its own. Outputs are hashed on other threads, so that
/// other tasks are followed meanwhile.
actor BatchRun {
    private let executor: ThreadExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let plan: BatchPlan
    private let folder: BatchFolder
    private let report: @Sendable (BatchEvent) async -> Void
    private let start = ContinuousClock.now
    private var results: [Int: JobResult]
    private var meter: BatchMeter

    init(
        _ plan: BatchPlan, in folder: BatchFolder, report: @escaping @Sendable (BatchEvent) async -> Void
    ) throws(ThreadError) {
        executor = try ThreadExecutor("batch")
        (self.plan, self.folder, self.report) = (plan, folder, report)
        results = plan.kept
        meter = BatchMeter(plan.jobs.count, kept: plan.kept.count)
    }

    /// Does all jobs. Jobs that need or copy another job's output come after that job.
    /// - Parameter helper: The engine that plans the chunks of long jobs. `engine` may be another one.
    func finish(_ order: JobOrder, with engine: any BatchEngine, helper: LocalEngine) async throws -> BatchSummary {
        for result in plan.kept.sorted(by: { $0.key < $1.key }) { await report(.kept(result.value)) }
        var waiting = plan.pending
        do {
            while !waiting.isEmpty {
                func isReady(_ job: Job) -> Bool {
                    (order.needs[job.number] ?? job.original).map { results[$0] != nil } ?? true
                }
                let ready = waiting.filter(isReady)
                waiting.removeAll(where: isReady)
                try await finish(try await ableToBegin(ready, in: order), with: engine, helper: helper)
            }
        } catch is CancellationError {
            // Finished jobs stay finished.
        }
        return BatchSummary(
            results: results.sorted { $0.key < $1.key }.map(\.value), jobs: plan.jobs.count, kept: plan.kept.count)
    }

    /// Returns the jobs whose movies exist. The others fail.
    private func ableToBegin(_ jobs: [Job], in order: JobOrder) async throws -> [Job] {
        var able: [Job] = []
        for job in jobs {
            guard let needed = order.needs[job.number], results[needed]?.failure != nil else {
                able.append(job)
                continue
            }
            await fail(
                job, reason: "it needs the output of “\(plan.jobs[needed].name)”, which failed",
                exitCode: ErrorCategory.noInput.exitCode)
        }
        return able
    }

    private func finish(_ jobs: [Job], with engine: any BatchEngine, helper: LocalEngine) async throws {
        let work = jobs.filter { !$0.isChunked }.map { BatchWork(job: $0) } + (try await divide(jobs, using: helper))
        try await engine.run(work) { await self.take($0) }
        // The engine did not report the end of these tasks.
        for job in jobs where results[job.number] == nil { await end(job, with: .vanished) }
    }

    /// Divides long jobs into chunks.
    private func divide(_ jobs: [Job], using helper: LocalEngine) async throws -> [BatchWork] {
        let long = jobs.filter(\.isChunked)
        guard !long.isEmpty else { return [] }
        try await helper.run(long.map { BatchWork(job: $0) }) { await self.take($0) }
        var work: [BatchWork] = []
        for job in long where results[job.number] == nil {
            do {
                let chunks = try ChunkLocation.open(job, in: folder)
                let missing = try chunks.missing()
                meter.divide(job.number, into: missing.count + 1)
                work.append(BatchWork(job: job, chunks: chunks.plan.chunks.count, missing: missing))
            } catch {
                await fail(job, reason: "\(error)", exitCode: ErrorCategory.failed.exitCode)
            }
        }
        return work
    }

    private func take(_ event: TaskEvent) async {
        switch event {
        case .started(let task):
            if meter.start(task.job) { await report(.started(plan.jobs[task.job])) }
        case .progress(let task, let fraction): meter.note(task, fraction: fraction)
        case .ended(let task, let taskEnd):
            meter.note(task, fraction: 1)
            guard task.part == .whole || task.part == .join || !taskEnd.isSuccess else { break }
            await end(plan.jobs[task.job], with: taskEnd)
        }
        await report(.progress(meter.progress(after: (ContinuousClock.now - start) / .seconds(1))))
    }

    /// Ends a job that has no running process. Only the result file counts, not the exit code.
    private func end(_ job: Job, with taskEnd: TaskEnd) async {
        guard results[job.number] == nil, !Task.isCancelled else { return }
        do {
            guard let result = try folder.result(job.id), result.run == job.run else {
                return await fail(job, reason: taskEnd.reason, exitCode: ErrorCategory.failed.exitCode)
            }
            let isThere = result.failure != nil ? true : try await WorkerThread.run(named: "output") { result.isIntact }
            guard isThere else { throw BatchError.outputChanged(job.output) }
            await note(result, of: job)
        } catch {
            await fail(job, reason: "\(error)", exitCode: ErrorCategory.failed.exitCode)
        }
    }

    private func fail(_ job: Job, reason: String, exitCode: Int32) async {
        let failure = JobResult.Failure(reason: reason, exitCode: exitCode)
        // Without the earlier result, the next batch does not know the output as its own, and does not replace it.
        var result = JobResult(job, failure: failure, after: try? folder.result(job.id))
        do {
            try folder.write(result)
        } catch {
            // A job without a result is done again by the next batch.
            let more = JobResult.Failure(
                reason: "\(reason); the failure could not be logged: \(error)", exitCode: exitCode)
            result = JobResult(job, failure: more, after: nil)
        }
        await note(result, of: job)
    }

    private func note(_ result: JobResult, of job: Job) async {
        results[job.number] = result
        // Existing chunks are kept. Files that cannot be removed now are removed by the next batch.
        if !job.isChunked { try? folder.removeWork(job.id) }
        meter.end(job.number, isSuccess: result.failure == nil)
        // The log is for users, so its errors are ignored. The result has a file of its own.
        try? folder.log(result)
        await report(.ended(result))
    }
}
