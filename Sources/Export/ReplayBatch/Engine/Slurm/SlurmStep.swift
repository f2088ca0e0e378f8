/// A step that a `SlurmScheduler` decides on.
enum SlurmStep: Hashable, Sendable {
    case submit(SlurmSubmission)
    /// Cancels jobs by their ids.
    case cancel([String])
    case started(BatchTask)
    case ended(BatchTask, TaskEnd)
    /// A task never left a result; the index is that of the last attempt.
    case lost(BatchTask, SlurmArrayIndex)
}

/// The outcome that a task has written. Nothing else counts.
enum SlurmOutcome: Hashable, Sendable {
    case nothing
    case done
    /// The task failed. The reason is not needed here.
    /// - `isInterrupted`: The process was told to end, so the failure is not the task's own.
    /// - `usage`: Distinguishes this failure from another one.
    case failed(exitCode: Int32, isInterrupted: Bool, usage: ProcessUsage)
}

extension SlurmOutcome {
    /// Creates the outcome of a result.
    /// - Parameter result: The result of this run, or nil if there is none.
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
