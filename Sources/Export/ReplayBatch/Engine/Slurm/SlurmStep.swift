/// What a `SlurmScheduler` wants to be done.
enum SlurmStep: Hashable, Sendable {
    case submit(SlurmSubmission)
    /// Takes what is of ours out of the queue, by its ids.
    case cancel([String])
    case started(BatchTask)
    case ended(BatchTask, TaskEnd)
    /// A task has gone each time without a result; where it was last.
    case lost(BatchTask, SlurmArrayIndex)
}

/// What a task has written down: the only thing that is believed of it.
enum SlurmOutcome: Hashable, Sendable {
    case nothing
    case done
    /// Why it failed does not matter here.
    /// - `isInterrupted`: it was told to end, which says nothing of the task itself.
    /// - `usage`: tells this failure from another one.
    case failed(exitCode: Int32, isInterrupted: Bool, usage: ProcessUsage)
}

extension SlurmOutcome {
    /// - Parameter result: nil: there is none of this run.
    init(_ result: JobResult?) {
        guard let result else {
            self = .nothing
            return
        }
        guard let failure = result.failure else {
            self = .done
            return
        }
        self = .failed(
            exitCode: failure.exitCode, isInterrupted: [130, 143].contains(failure.exitCode), usage: result.usage)
    }
}
