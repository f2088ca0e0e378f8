import FFmpeg
import Files
import ReplayLibrary
import ReplayMovie
import Subprocess

/// Runs tasks on this machine by GNU parallel: first those that can be done at once, then the joins of chunks.
struct ParallelEngine: BatchEngine {
    /// How long its processes may take to end, before they are killed.
    private static let timeout = Duration.seconds(6)

    let command: ParallelCommand

    func run(_ work: [BatchWork], report: @escaping @Sendable (TaskEvent) async -> Void) async throws {
        let parallel = try ProgramPath.find("parallel", package: "parallel")
        // Another program has the same name, in the package moreutils.
        guard try await ToolRun.of(parallel, ["--version"]).output.utf8.starts(with: "GNU parallel".utf8) else {
            throw BatchError.noEngine("GNU parallel", package: "parallel")
        }
        let done = try await run(work.flatMap(\.first), parallel, report)
        let joins = work.filter { !$0.missing.isEmpty && done.isSuperset(of: $0.first) }.map(\.join)
        _ = try await run(joins, parallel, report)
    }

    /// - Returns: the tasks whose processes have ended well.
    private func run(
        _ tasks: [BatchTask], _ parallel: String, _ report: @Sendable (TaskEvent) async -> Void
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
        // A key typed at the terminal is for us: we end the others in order. The first signal has it begin no more tasks,
        // the second one end those at work.
        options.processGroupID = 0
        options.teardownSequence = [
            .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(100)),
            .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: timeout),
        ]
        return options
    }
}
