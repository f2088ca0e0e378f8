/// The state of a task on a cluster.
struct SlurmTask {
    enum State: Equatable {
        /// Not submitted, or to be submitted again.
        case waiting
        /// Submitted, and in the cluster's queue as far as known.
        case submitted(SlurmArrayIndex)
        case ended
    }

    let task: BatchTask
    let limits: JobLimits
    private(set) var state = State.waiting
    /// The number of submissions.
    private(set) var attempts = 0
    /// True if the task has been seen running.
    var hasStarted = false
    /// The time since which it is not in the queue and has left no result.
    private(set) var missedSince: Duration?
    /// The time since which it is in the queue although its result exists.
    private var doneSince: Duration?
    /// A failure of an earlier attempt.
    private var stale = SlurmOutcome.nothing
    private var found = SlurmOutcome.nothing

    init(_ task: BatchTask, limits: JobLimits) {
        self.task = task
        self.limits = limits
    }

    var place: SlurmArrayIndex? {
        guard case .submitted(let place) = state else { return nil }
        return place
    }

    /// Records a submission.
    mutating func submit(as place: SlurmArrayIndex) {
        state = .submitted(place)
        attempts += 1
        (missedSince, doneSince) = (nil, nil)
        stale = found
    }

    /// Records that the submission was refused.
    mutating func withdraw() {
        state = .waiting
        attempts -= 1
    }

    mutating func end() { state = .ended }

    /// Records that the task is in the queue.
    mutating func isSeen() { missedSince = nil }

    /// Records that the task has left the queue without a result, so that it is submitted again.
    mutating func isLost() { state = .waiting }

    /// Records that the task is not in the queue.
    /// - Returns: The time since which this is so.
    mutating func isMissed(at now: Duration) -> Duration {
        let since = missedSince ?? now
        missedSince = since
        return since
    }

    /// Records that the task has ended although it is still in the queue.
    /// - Returns: The time since which this is so.
    mutating func isDone(at now: Duration) -> Duration {
        let since = doneSince ?? now
        doneSince = since
        return since
    }

    /// Returns the outcome of this attempt, without a failure of an earlier one.
    mutating func news(_ finding: SlurmOutcome) -> SlurmOutcome {
        found = finding
        return finding == stale ? .nothing : finding
    }
}
