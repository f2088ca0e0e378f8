/// What happens while a batch is run.
public enum BatchEvent: Sendable {
    /// A job is done already, of the same inputs.
    case kept(JobResult)
    /// A job's first process has begun.
    case started(Job)
    /// How much of the batch is done, 0...1, and for how long it will go on, in seconds; nil: nobody can say yet.
    case progress(BatchProgress)
    /// A job has ended, well or not.
    case ended(JobResult)
}
