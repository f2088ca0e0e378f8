import Glibc
import ReplayMovie

/// One run of tasks on a cluster: the names and files that it is known by.
struct SlurmSession: Sendable {
    private static let interval = Duration.milliseconds(500)

    let client: SlurmClient
    let folder: SlurmFolder
    private let script: SlurmScript
    private let log: BatchFolder

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
        let (folder, name) = JobFile.split(path)
        guard let resolved = realpath(folder, nil) else { throw FileSystemError(operation: "open", subject: folder) }
        defer { free(resolved) }
        return String(cString: resolved) + "/" + name
    }

    func submit(_ submission: SlurmSubmission) async throws -> SlurmClient.Answer {
        try folder.write(script.tasks(submission), of: submission.number)
        return try await client.submit(submission, script: script.text(submission))
    }

    /// What tasks have written down.
    func findings(_ tasks: [BatchTask]) -> [BatchTask: SlurmFinding] {
        Dictionary(uniqueKeysWithValues: tasks.map { ($0, SlurmFinding(result(of: $0))) })
    }

    private func result(of task: BatchTask) -> JobResult? {
        guard let job = try? log.job(task.job), let result = log.result(job.id), result.run == job.run else { return nil }
        return result
    }

    // MARK: Ending

    /// Ends what an earlier run of the batch has left, which would do the same work.
    func clearLeftovers(within limit: Duration) async throws {
        guard let first = try await client.queue() else { throw BatchError.refused("its controller does not answer") }
        for name in first.otherNames.sorted() { try await client.cancel(named: name) }
        try await wait(within: limit) { $0.otherNames.isEmpty }
    }

    /// Ends all that is ours, also where this task has been cancelled.
    /// - Parameter error: why.
    func end(within limit: Duration, after error: any Error) async throws {
        try await Task.detached {
            try await client.cancel()
            try await wait(within: limit) { $0.entries.isEmpty }
        }.value
    }

    private func wait(within limit: Duration, until isDone: (SlurmQueue) -> Bool) async throws {
        let start = ContinuousClock.now
        while ContinuousClock.now - start < limit {
            if let queue = try await client.queue(), isDone(queue) { return }
            try await Task.sleep(for: Self.interval)
        }
        throw BatchError.refused("it does not end its jobs “\(client.name.text)”; scancel --name ends them")
    }
}
