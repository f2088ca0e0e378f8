import FFmpeg
import Files
import ReplayLibrary
import ReplayMovie
import Subprocess
import Threads

/// An engine that runs tasks on this machine by GNU parallel: first all independent tasks, then the joins of chunks.
struct ParallelEngine: BatchEngine {
    /// The time that the processes have to terminate before they are killed.
    private static let timeout = Duration.seconds(6)

    let command: ParallelCommand

    func run(_ work: [BatchWork], report: @escaping @Sendable (TaskEvent) async -> Void) async throws {
        let parallel = try await WorkerThread.run(named: "parallel") {
            try ProgramPath.find("parallel", package: "parallel")
        }
        // The package moreutils has another program of the same name.
        guard try await ToolRun.of(parallel, arguments: ["--version"]).output.utf8.starts(with: "GNU parallel".utf8)
        else {
            throw BatchError.noEngine("GNU parallel", package: "parallel")
        }
        let done = try await run(work.flatMap(\.first), parallel: parallel, report: report)
        let joins = work.filter { !$0.missing.isEmpty && done.isSuperset(of: $0.first) }.map(\.join)
        _ = try await run(joins, parallel: parallel, report: report)
    }

    /// Runs tasks.
    /// - Returns: The tasks whose processes have exited successfully.
    private func run(
        _ tasks: [BatchTask], parallel: String, report: @Sendable (TaskEvent) async -> Void
    ) async throws -> Set<BatchTask> {
        guard !tasks.isEmpty else { return [] }
        var (begun, done) = (Set<BatchTask>(), Set<BatchTask>())
        do {
            _ = try await Subprocess.run(
                .path(.init(parallel)), arguments: Arguments(paths: command.arguments),
                environment: .own(["PARALLEL_SHELL": "/bin/sh"]), platformOptions: Self.options,
                input: .array(command.input(tasks).pathBytes), output: .sequence, error: .discarded
            ) { execution in
                for try await text in execution.standardOutput.strings() {
                    guard let line = ParallelLine(text), tasks.indices.contains(line.task) else { continue }
                    let task = tasks[line.task]
                    if begun.insert(task).inserted { await report(.started(task)) }
                    switch line.content {
                    case .progress(let step): await report(.progress(task, step.fraction))
                    case .ended(let end):
                        if end.isSuccess { done.insert(task) }
                        await report(.ended(task, end))
                    }
                }
            }
        } catch {
            try Task.checkCancellation()
            throw error
        }
        try Task.checkCancellation()
        return done
    }

    private static var options: PlatformOptions {
        var options = PlatformOptions()
        // Signals from the terminal must reach only this process, which then terminates the others. On the first
        // SIGTERM, GNU parallel starts no more tasks; on the second, it terminates the running ones.
        options.processGroupID = 0
        options.teardownSequence = [
            .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(100)),
            .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: timeout),
        ]
        return options
    }
}
