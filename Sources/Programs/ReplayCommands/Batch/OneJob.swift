import ArgumentParser
import ReplayCommandLine
import ReplayRendering
import Synchronization

/// A single job of a batch, run in this process.
struct OneJob {
    private let job: JobRun
    private let part: OneJobOptions
    private let isJSON: Bool

    init(_ number: Int, of jobFile: String, options: OneJobOptions, output: OutputOptions) throws {
        job = try JobRun(number, of: jobFile)
        part = options
        isJSON = output.json
        try job.confine(endsWithParent: options.tied)
    }

    func run() async throws {
        ExportMemory.giveBackStart()
        let cancellation = ExportCancellation()
        let interrupts = await Interrupts.stream()
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

    /// - Returns: The job's result, or nil if parts of the job remain to be done.
    private func work(_ cancellation: ExportCancellation) async throws -> JobResult? {
        let progress = isJSON ? SparseProgress() : nil
        let memory = Mutex(ExportMemory())
        @Sendable func tell(done: MediaTime, total: MediaTime) {
            memory.withLock { $0.keepSmall() }
            progress?.tell(done: done, total: total)
        }
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

/// The options with which `replay batch` runs a single job, for other engines.
struct OneJobOptions: ParsableArguments {
    @Flag(help: "Write the plan of the batch and print the numbers of its jobs, for --job.")
    var prepare = false

    @Option(help: "Run the job of this number, after --prepare.")
    var job: Int?

    @Flag(help: .hidden)
    var plan = false

    @Option(help: .hidden)
    var chunk: Int?

    @Flag(help: .hidden)
    var join = false

    /// True if the process ends when its standard input ends.
    @Flag(help: .hidden)
    var tied = false
}

/// A reporter that sends a job's progress to its batch at most four times per second, because more reports would cost
/// too much.
final class SparseProgress: Sendable {
    private static let pace = Duration.milliseconds(250)

    private let last = Mutex<ContinuousClock.Instant?>(nil)

    func tell(done: MediaTime, total: MediaTime) {
        let now = ContinuousClock.now
        let isDue = last.withLock { last in
            if let last, now - last < Self.pace { return false }
            last = now
            return true
        }
        if isDue { Output.progressLine(TaskProgress(done: done, total: total)) }
    }
}
