import Glibc
import ReplayLibrary
import ReplayMovie
import Subprocess

/// An engine that runs several tasks at a time on this machine, each in a process of its own.
struct LocalEngine: BatchEngine {
    /// The time that a process has to terminate before it is killed.
    private static let timeout = Duration.seconds(5)

    /// The time by which a process may exceed its limit. It ends itself at the limit, unless it is stopped (SIGSTOP).
    private static let grace = Duration.seconds(5)

    /// The path of `replay`.
    let program: String
    let jobFile: String
    /// The number of processes to run at once.
    let places: Int

    func run(_ work: [BatchWork], report: @escaping @Sendable (TaskEvent) async -> Void) async throws {
        var queue = TaskQueue(work)
        let limits = Dictionary(work.map { ($0.job.number, $0.job.limits.seconds) }) { first, _ in first }
        await withTaskGroup(of: (BatchTask, TaskEnd).self) { group in
            func begin() {
                guard !Task.isCancelled, let task = queue.next() else { return }
                let limit = Duration.seconds(limits[task.job] ?? 0) + Self.grace
                group.addTask { (task, await end(of: task, within: limit, report)) }
            }
            for _ in 0..<places { begin() }
            while let (task, end) = await group.next() {
                await report(.ended(task, end))
                queue.ended(task, isSuccess: end.isSuccess)
                begin()
            }
        }
        try Task.checkCancellation()
    }

    /// Runs a task to its end, and ends its process at the limit.
    private func end(
        of task: BatchTask, within limit: Duration, _ report: @escaping @Sendable (TaskEvent) async -> Void
    ) async -> TaskEnd {
        await report(.started(task))
        return await withTaskGroup(of: TaskEnd?.self) { group in
            group.addTask { await process(of: task, report) }
            group.addTask {
                // The sleep is cancelled if the process ends first.
                try? await Task.sleep(for: limit)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            if let first { return first }
            await group.waitForAll()
            return Task.isCancelled ? .killed(SIGTERM) : .late
        }
    }

    private func process(of task: BatchTask, _ report: @Sendable (TaskEvent) async -> Void) async -> TaskEnd {
        var options = PlatformOptions()
        // Signals from the terminal must reach only this process, which then terminates the others.
        options.processGroupID = 0
        options.teardownSequence = [
            .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: Self.timeout)
        ]
        do {
            // The process ends when its standard input closes, so it does not outlive this process.
            let result = try await Subprocess.run(
                .path(.init(program)),
                arguments: Arguments(paths: task.arguments(jobFile: jobFile) + ["--json", "--tied"]),
                environment: .own(),
                platformOptions: options, input: .inputWriter, output: .sequence, error: .discarded
            ) { execution in
                for try await line in execution.standardOutput.strings() {
                    if let step = TaskProgress(line: line) { await report(.progress(task, step.fraction)) }
                }
            }
            return TaskEnd(result.terminationStatus)
        } catch {
            return Task.isCancelled ? .killed(SIGTERM) : .notStarted("\(error)")
        }
    }
}

extension TaskEnd {
    fileprivate init(_ status: TerminationStatus) {
        switch status {
        case .exited(let code): self = .exited(code)
        case .signaled(let signal): self = .killed(signal)
        }
    }
}
