import Glibc
import ReplayLibrary
import ReplayMovie
import Threads

/// An engine that runs tasks on a Slurm cluster. Its nodes must see the same files under the same paths.
struct SlurmEngine: BatchEngine {
    /// The path of `replay`.
    let program: String
    let jobFile: String
    var pollInterval = SlurmPollInterval()

    func run(_ work: [BatchWork], report: @escaping @Sendable (TaskEvent) async -> Void) async throws {
        guard !work.isEmpty else { return }
        let session = try await WorkerThread.run(named: "job log") {
            try SlurmSession(program: program, jobFile: jobFile)
        }
        let watch = SlurmScheduler(work, arraySize: try await session.client.arraySize(), pollInterval: pollInterval)
        try await session.clearLeftovers(within: pollInterval.ending)
        do {
            try await follow(watch, session: session, report: report)
        } catch {
            let hasEnded = await session.end(within: pollInterval.ending)
            guard hasEnded || error is BatchError else { throw BatchError.refused(session.remainder) }
            throw error
        }
    }

    private func follow(
        _ begin: SlurmScheduler, session: SlurmSession, report: @Sendable (TaskEvent) async -> Void
    ) async throws {
        var watch = begin
        var done: [BatchTask: Double] = [:]
        let start = ContinuousClock.now
        while !watch.isFinished {
            let queue = try await session.client.queue()
            let now = ContinuousClock.now - start
            let tasks = watch.tasksToLookFor(queue, now: now)
            let findings = try await WorkerThread.run(named: "results") { session.findings(tasks) }
            for step in try watch.step(queue, findings: findings, now: now) {
                try await take(step, watch: &watch, session: session, report: report)
            }
            guard !watch.isFinished else { break }
            let running = watch.running
            let progress = try await WorkerThread.run(named: "progress") { session.progress(running) }
            for (task, fraction) in progress where done.updateValue(fraction, forKey: task) != fraction {
                await report(.progress(task, fraction))
            }
            let idle = ContinuousClock.now - start - watch.lastChange
            try await Task.sleep(for: pollInterval.interval(after: idle))
        }
    }

    private func take(
        _ step: SlurmStep, watch: inout SlurmScheduler, session: SlurmSession,
        report: @Sendable (TaskEvent) async -> Void
    ) async throws {
        switch step {
        case .started(let task): await report(.started(task))
        case .ended(let task, let taskEnd): await report(.ended(task, taskEnd))
        case .lost(let task, let place):
            let reason = try await WorkerThread.run(named: "reason") {
                session.folder.reason(at: place, attempts: pollInterval.attempts)
            }
            await report(.ended(task, .lost(reason)))
        case .cancel(let ids): try await session.client.cancel(ids)
        case .submit(let submission):
            switch try await session.submit(submission) {
            case .taken(let id): watch.took(submission, id: id)
            case .refused(let reason): guard watch.refused(submission) else { throw BatchError.refused(reason) }
            // The queue will show if it was accepted.
            case .silence: break
            }
        }
    }
}
