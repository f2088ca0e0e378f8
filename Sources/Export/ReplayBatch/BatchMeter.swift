/// How far a batch is: a pure value that is told of jobs and of the time that has passed.
struct BatchMeter {
    private var state: BatchProgress
    /// What is done of the jobs that are at work, by their parts.
    private var fractions: [Int: [BatchTask.Part: Double]] = [:]
    /// In how many parts a job is done, where these are more than one.
    private var parts: [Int: Int] = [:]
    /// Those that there were to do.
    private let pending: Int
    private let kept: Int

    init(_ jobs: Int, kept: Int) {
        state = BatchProgress(jobs: jobs, ended: kept)
        pending = jobs - kept
        self.kept = kept
    }

    /// - Returns: whether it was not known to have begun.
    mutating func start(_ job: Int) -> Bool {
        guard fractions[job] == nil else { return false }
        fractions[job] = [:]
        return true
    }

    mutating func divide(_ job: Int, into count: Int) { parts[job] = count }

    mutating func note(_ task: BatchTask, _ fraction: Double) {
        guard task.part != .plan else { return }
        fractions[task.job]?[task.part] = fraction
    }

    mutating func end(_ job: Int, isSuccess: Bool) {
        fractions[job] = nil
        state.ended += 1
        if !isSuccess { state.failed += 1 }
    }

    /// How far it is.
    /// - Parameter seconds: what has passed since it began.
    func progress(after seconds: Double) -> BatchProgress {
        var progress = state
        progress.running = fractions.count
        let begun = fractions.map { job, done in done.values.reduce(0, +) / Double(parts[job] ?? 1) }
        let done = Double(state.ended - kept) + begun.reduce(0, +)
        progress.fraction = pending > 0 ? min(done / Double(pending), 1) : 1
        // Nothing is said before there is something to judge by.
        if progress.fraction > 0, seconds > 1 {
            progress.secondsLeft = Int(exactly: (seconds / progress.fraction * (1 - progress.fraction)).rounded(.up))
        }
        return progress
    }
}
