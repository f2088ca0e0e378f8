import FoundationEssentials
import ReplayCommandLine

/// The report of `replay batch --dry-run`.
struct DryRunReport: Encodable {
    struct Total: Encodable {
        /// The number of jobs that would be rendered or copied.
        let jobs: Int
        let cpuSeconds: Double
        /// The estimated elapsed time on this machine, in seconds.
        let seconds: Double
        let bytes: Int64
    }

    let jobs: [JobEstimate]
    let total: Total

    /// - Parameter places: The number of jobs that would run at once, or nil for one per processor.
    init(_ jobs: [JobEstimate], places: Int?) {
        self.jobs = jobs
        let pending = jobs.filter { $0.action == .render || $0.action == .copy }
        let cpuSeconds = pending.reduce(0) { $0 + $1.cpuSeconds }
        // One job's encoder uses all processors.
        let processors = min(max(places ?? .max, 1), ProcessInfo.processInfo.activeProcessorCount)
        total = Total(
            jobs: pending.count, cpuSeconds: cpuSeconds, seconds: cpuSeconds / Double(processors),
            bytes: Int64(clamping: pending.reduce(Int128(0)) { $0 + Int128($1.bytes) }))
    }

    func print(_ output: OutputOptions) throws {
        guard !output.json else { return try Output.json(self) }
        var table = Table(["JOB", "", "LENGTH", "ABOUT", "CPU", "OUTPUT"])
        for job in jobs {
            let isNew = job.action == .render
            table.add([
                job.name, job.action.rawValue, job.duration?.timecode() ?? "",
                job.bytes > 0 ? "\(ByteCount(job.bytes))" : "",
                isNew ? TimeLeft.text(job.cpuSeconds) : "", job.problem ?? job.output,
            ])
        }
        Swift.print(table.text)
        let time = TimeLeft.text(total.seconds)
        Swift.print("\(total.jobs) of \(jobs.count) jobs to do, about \(time) here, about \(ByteCount(total.bytes))")
    }
}
