import Glibc
import Subprocess

/// Runs tasks on this machine, some at a time, each in a process of its own.
struct LocalEngine: BatchEngine {
    /// How long a process that is asked to end may take, before it is killed.
    private static let patience = Duration.seconds(5)

    /// The path of `replay`.
    let program: String
    let jobFile: String
    /// How many at once.
    let places: Int

    func run(_ work: [BatchWork], report: @escaping @Sendable (TaskEvent) async -> Void) async throws {
        var queue = TaskQueue(work)
        await withTaskGroup(of: (BatchTask, TaskEnd).self) { group in
            func begin() {
                guard !Task.isCancelled, let task = queue.next() else { return }
                group.addTask { (task, await end(of: task, report)) }
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

    /// Runs a task to its end.
    private func end(of task: BatchTask, _ report: @Sendable (TaskEvent) async -> Void) async -> TaskEnd {
        await report(.started(task))
        var options = PlatformOptions()
        // A key typed at the terminal is for us: we end the others in order.
        options.processGroupID = 0
        options.teardownSequence = [
            .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: Self.patience)
        ]
        do {
            // The process ends when its standard input does, so it does not outlive us.
            let result = try await Subprocess.run(
                .path(.init(program)),
                arguments: Arguments(task.arguments(jobFile: jobFile) + ["--json", "--tied"]),
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
