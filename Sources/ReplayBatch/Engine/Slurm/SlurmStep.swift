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
