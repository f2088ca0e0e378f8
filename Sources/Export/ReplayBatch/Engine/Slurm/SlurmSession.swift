import FFmpeg
import ReplayLibrary
import ReplayMovie
import Threads

/// A run of tasks on a cluster, with its job name and files.
struct SlurmSession: Sendable {
    private static let interval = Duration.milliseconds(500)

    let client: SlurmClient
    let folder: SlurmFolder
    private let script: SlurmScript
    private let log: BatchFolder

    /// Creates a session.
    /// - Throws: `BatchError.noEngine`, `FileSystemError`, `DocumentError`.
    init(program: String, jobFile: String) throws {
        let jobFile = try Self.absolute(jobFile)
        log = try BatchFolder(of: jobFile, isNew: false)
        let tag = String(UInt64.random(in: 0 ... .max), radix: 36)
        client = try SlurmClient(name: try SlurmJobName(folder: log.path, run: tag))
        folder = try SlurmFolder(log.workPath("slurm-" + tag))
        script = SlurmScript(program: try Self.absolute(program), jobFile: jobFile, folder: folder.path)
    }

    private static func absolute(_ path: String) throws -> String {
        let (folder, name) = path.pathParts
        return try folder.resolvedPath() + "/" + name
    }

    func submit(_ submission: SlurmSubmission) async throws -> SlurmClient.Answer {
        let text = try await WorkerThread.run(named: "script") {
            try folder.write(script.tasks(submission), of: submission.number)
            return script.text(submission, after: try chunks(before: submission))
        }
        return try await client.submit(submission, script: text)
    }

    /// Returns the chunks for which a join must wait.
    private func chunks(before submission: SlurmSubmission) throws -> ChunkCount? {
        guard let task = submission.tasks.first, task.part == .join else { return nil }
        return try ChunkCount(try log.job(task.job), in: log)
    }

    /// Returns the outcomes that tasks have written.
    func findings(_ tasks: [BatchTask]) -> [BatchTask: SlurmOutcome] {
        Dictionary(uniqueKeysWithValues: tasks.map { ($0, finding($0)) })
    }

    private func finding(_ task: BatchTask) -> SlurmOutcome {
        // On a shared file system, reading may fail temporarily; the next poll reads again.
        (try? outcome(of: task)) ?? .nothing
    }

    private func outcome(of task: BatchTask) throws -> SlurmOutcome {
        let job = try log.job(task.job)
        if case .chunk(let number) = task.part,
            ChunkCount(folder: ChunkLocation.folder(of: job, in: log), count: 0).has(number)
        {
            return .done
        }
        // Any part may write a failure. A join that succeeds removes its chunks.
        return SlurmOutcome(try log.result(job.id).flatMap { $0.run == job.run ? $0 : nil })
    }

    /// Returns the fractions that running processes have reported.
    func progress(_ running: [BatchTask: SlurmArrayIndex]) -> [BatchTask: Double] {
        running.compactMapValues(folder.progress)
    }

    // MARK: Ending

    /// Cancels the jobs of earlier runs of the batch, which would do the same work.
    /// - Throws: `BatchError.refused` if the cluster does not answer, or the jobs do not end in time.
    func clearLeftovers(within limit: Duration) async throws {
        guard let first = try await client.queue() else { throw BatchError.refused("its controller does not answer") }
        let names = first.otherNames.sorted()
        guard !names.isEmpty else { return }
        guard try await wait(within: limit, until: { $0.otherNames.isDisjoint(with: names) }, cancelling: names) else {
            throw BatchError.refused(
                "it does not end the jobs of an earlier run, “\(names.joined(separator: "”, “"))”")
        }
    }

    /// Cancels all jobs of this run, even if the current task was cancelled.
    /// - Returns: True if they have ended. False if they have not, or if the cluster does not answer.
    func end(within limit: Duration) async -> Bool {
        await Task.detached {
            (try? await wait(within: limit, until: { $0.entries.isEmpty }, cancelling: [client.name.text])) ?? false
        }.value
    }

    /// A sentence that tells the user how to cancel the remaining jobs.
    var remainder: String { "it does not end the jobs of this run; use “scancel --name=\(client.name.text)”" }

    /// Repeats the cancellation until it takes effect, because a restarting controller loses requests.
    private func wait(
        within limit: Duration, until isDone: (SlurmQueue) -> Bool, cancelling names: [String]
    ) async throws -> Bool {
        let start = ContinuousClock.now
        while ContinuousClock.now - start < limit {
            for name in names { try await client.cancel(named: name) }
            if let queue = try await client.queue(), isDone(queue) { return true }
            try await Task.sleep(for: Self.interval)
        }
        return false
    }
}
