public import ArgumentParser
public import ReplayBatch
import ReplayCommandLine

/// `replay batch`
struct Batch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Run the exports of a job file.",
        usage: "replay batch <job-file> [--jobs <jobs>] [--resume] [--dry-run] [<options>]",
        discussion: """
            Each job runs in its own process. Prints the path of each output. The job log is the folder JOBS.batch \
            beside the file. docs/BATCH.md describes the job file.

            Example: replay batch lessons.json --jobs 2
                     replay batch lessons.json --resume
            """)

    @Argument(help: "The job file: JSON, comments allowed.", completion: .file(extensions: ["json", "json5"]))
    var jobFile: String?

    @Option(help: "The number of jobs to run at once. Default: the number of processors.")
    var jobs: Int?

    @Flag(help: "Resume: skip jobs that are done and whose inputs are unchanged.")
    var resume = false

    @Flag(help: "Overwrite existing files.")
    var force = false

    @Flag(
        help:
            "Print what would be done, with an estimate of time and size; do nothing. Exit code 1 if a job would fail.")
    var dryRun = false

    @Option(help: "The folder that must contain all outputs. Default: the job file’s folder.", completion: .directory)
    var root: String?

    @Option(help: "The engine: local, Slurm, or GNU parallel.")
    var engine = BatchOptions.Engine.local

    @Flag(help: "Print the JSON Schema of job files.")
    var schema = false

    @OptionGroup var part: OneJobOptions

    @OptionGroup var sandbox: SandboxOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if jobFile == nil, !schema { throw ValidationError("Missing expected argument '<job-file>'") }
        if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs must be between 1 and 1024") }
    }

    func run() async throws {
        guard let jobFile, !schema else { return print(JobBatch.schema) }
        if let number = part.job { return try await OneJob(number, of: jobFile, options: part, output: output).run() }
        let batch = try await JobBatch.open(jobFile, root: root)
        if dryRun { return try await tell(batch) }
        if part.prepare { return try await prepare(batch) }
        try await run(batch)
    }

    private var options: BatchOptions {
        var options = BatchOptions()
        options.engine = engine
        options.places = jobs
        options.resumes = resume
        options.overwrites = force
        return options
    }

    private func tell(_ batch: JobBatch) async throws {
        let estimates = try await batch.estimates(options)
        try DryRunReport(estimates, places: jobs).print(output)
        if engine == .parallel, !output.json { Output.path(batch.parallelLine(options)) }
        if estimates.contains(where: { $0.action == .fail }) { throw ExitCode.failure }
    }

    private func prepare(_ batch: JobBatch) async throws {
        for number in try await batch.prepare(options) { print(number) }
    }

    private func run(_ batch: JobBatch) async throws {
        let narrator = BatchReporter(isJSON: output.json, jobs: batch.jobs.count)
        let interrupts = await Interrupts.stream()
        let work = Task { try await batch.run(options) { await narrator.tell($0) } }
        let watching = Task {
            for await number in interrupts {
                work.cancel()
                return number
            }
            return Int32(0)
        }
        let summary = try await work.value
        await narrator.tell(summary)
        guard !work.isCancelled else { throw ExitCode(128 + (await watching.value)) }
        watching.cancel()
        if !summary.isSuccess { throw ExitCode.failure }
    }
}

extension BatchOptions.Engine: ExpressibleByArgument {}
