import ArgumentParser
import Replay
import ReplayCommandLine

/// One job of a batch, in this process.
struct OneJob {
    private let job: JobRun
    private let part: JobOptions
    private let isJSON: Bool

    init(_ number: Int, of jobFile: String, _ options: JobOptions, _ output: OutputOptions) throws {
        job = try JobRun(number, of: jobFile)
        part = options
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
            let result = try await work(cancellation)
            if !isJSON, let result { Output.path(result.output) }
        } catch {
            job.fail(
                JobResult.Failure(reason: Failure.sentence(for: error), exitCode: Failure.exitCode(for: error)))
            throw error
        }
    }

    /// - Returns: the job's result, once nothing more is to be done for it.
    private func work(_ cancellation: ExportCancellation) async throws -> JobResult? {
        let progress = isJSON ? SparseProgress() : nil
        @Sendable func tell(_ done: MediaTime, _ total: MediaTime) { progress?.tell(done, total) }
        if part.plan {
            try await job.plan()
        } else if let chunk = part.chunk {
            try await job.render(chunk: chunk, cancellation: cancellation, progress: tell)
        } else if part.join {
            return try await job.join(cancellation: cancellation, progress: tell)
        } else {
            return try await job.run(cancellation: cancellation, progress: tell)
        }
        return nil
    }
}
