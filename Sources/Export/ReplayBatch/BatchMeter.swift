/// A calculator of a batch's progress. A pure value.
struct BatchMeter {
    private var state: BatchProgress
    /// The fractions of the running jobs that are done, for each part.
    private var fractions: [Int: [BatchTask.Part: Double]] = [:]
    /// The number of parts of each job that has more than one.
    private var parts: [Int: Int] = [:]
    /// The number of jobs that were to be done at the start.
    private let pending: Int
    private let kept: Int

    init(_ jobs: Int, kept: Int) {
        state = BatchProgress(jobs: jobs, ended: kept)
        pending = jobs - kept
        self.kept = kept
    }

    /// Records the start of a job.
    /// - Returns: True if the job was not started before.
    mutating func start(_ job: Int) -> Bool {
        guard fractions[job] == nil else { return false }
        fractions[job] = [:]
        return true
    }

    mutating func divide(_ job: Int, into count: Int) { parts[job] = count }

    mutating func note(_ task: BatchTask, fraction: Double) {
        guard task.part != .plan else { return }
        fractions[task.job]?[task.part] = fraction
    }

    mutating func end(_ job: Int, isSuccess: Bool) {
        fractions[job] = nil
        state.ended += 1
        if !isSuccess { state.failed += 1 }
    }

    /// Returns the progress.
    /// - Parameter seconds: The time since the start.
    func progress(after seconds: Double) -> BatchProgress {
        var progress = state
        progress.running = fractions.count
        let begun = fractions.map { job, done in done.values.reduce(0, +) / Double(parts[job] ?? 1) }
        let done = Double(state.ended - kept) + begun.reduce(0, +)
        progress.fraction = pending > 0 ? min(done / Double(pending), 1) : 1
        // There is no estimate until there is some progress to base it on.
        if progress.fraction > 0, seconds > 1 {
            progress.secondsLeft = Int(exactly: (seconds / progress.fraction * (1 - progress.fraction)).rounded(.up))
        }
        return progress
    }
}
