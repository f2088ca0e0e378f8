import ArgumentParser
import Replay

/// One job of a batch, in this process.
struct OneJob {
    private let job: JobRun
    private let isJSON: Bool

    init(_ number: Int, of jobFile: String, _ options: JobOptions, _ output: OutputOptions) throws {
        job = try JobRun(number, of: jobFile)
        isJSON = output.json
        try job.confine(endsWithParent: options.tied)
    }

    func run() async throws {
        Exporter.giveBackStartText()
        let cancellation = ExportCancellation()
        let interrupts = Interrupts.stream()
        let watching = Task {
            for await _ in interrupts { return cancellation.cancel() }
        }
        defer { watching.cancel() }
        do {
            let result = try await job.run(cancellation: cancellation) { done, total in
                if isJSON { try Output.jsonLine(TaskProgress(done: done, total: total)) }
            }
            if !isJSON { print(result.output) }
        } catch {
            job.fail(
                JobResult.Failure(reason: Failure.sentence(for: error), exitCode: Failure.exitCode(for: error)))
            throw error
        }
    }
}
