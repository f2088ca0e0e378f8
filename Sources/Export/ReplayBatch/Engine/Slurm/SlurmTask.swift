/// What is known of a task that a cluster is to do.
struct SlurmTask {
    enum State: Equatable {
        /// Not submitted, or to be submitted again.
        case waiting
        /// Submitted; in the cluster's queue, as far as is known.
        case submitted(SlurmArrayIndex)
        case ended
    }

    let task: BatchTask
    let limits: JobLimits
    private(set) var state = State.waiting
    /// How often it was submitted.
    private(set) var attempts = 0
    /// Whether it has been seen to run.
    var hasStarted = false
    /// Since when it is in no queue and has left nothing.
    private(set) var missedSince: Duration?
    /// Since when it is in the queue though it has written down how it ended.
    private var doneSince: Duration?
    /// A failure that is not this attempt's.
    private var stale = SlurmOutcome.nothing
    private var found = SlurmOutcome.nothing

    init(_ task: BatchTask, _ limits: JobLimits) {
        self.task = task
        self.limits = limits
    }

    var place: SlurmArrayIndex? {
        guard case .submitted(let place) = state else { return nil }
        return place
    }

    /// The cluster is asked to do it.
    mutating func submit(as place: SlurmArrayIndex) {
        state = .submitted(place)
        attempts += 1
        (missedSince, doneSince) = (nil, nil)
        stale = found
    }

    /// The cluster has not taken it.
    mutating func withdraw() {
        state = .waiting
        attempts -= 1
    }

    mutating func end() { state = .ended }

    /// It is in the queue.
    mutating func isSeen() { missedSince = nil }

    /// It has gone without a word.
    mutating func isLost() { state = .waiting }

    /// It is in no queue.
    /// - Returns: since when.
    mutating func isMissed(at now: Duration) -> Duration {
        let since = missedSince ?? now
        missedSince = since
        return since
    }

    /// It has ended, but is in the queue still.
    /// - Returns: since when.
    mutating func isDone(at now: Duration) -> Duration {
        let since = doneSince ?? now
        doneSince = since
        return since
    }

    /// What this attempt has written down.
    mutating func news(_ finding: SlurmOutcome) -> SlurmOutcome {
        found = finding
        return finding == stale ? .nothing : finding
    }
}
