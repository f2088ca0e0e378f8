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

/// How far a batch is.
public struct BatchProgress: Codable, Hashable, Sendable {
    /// Jobs in all.
    public let jobs: Int
    /// Jobs that have ended, those that had been done before included.
    public internal(set) var ended: Int
    /// Of these, how many have failed.
    public internal(set) var failed = 0
    /// Jobs at work now.
    public internal(set) var running = 0
    /// What is done of all that there was to do when it began: 0...1.
    public internal(set) var fraction = 0.0
    /// For how long it will go on, in seconds; nil: nobody can say yet.
    public internal(set) var secondsLeft: Int?
}

/// How a batch ended.
public struct BatchSummary: Sendable {
    /// All jobs' results, in the order of the jobs. Where it was interrupted, those are missing that were not done.
    public let results: [JobResult]
    /// Jobs in all.
    public let jobs: Int
    /// How many had been done before.
    public let kept: Int

    /// Those that failed.
    public var failures: [JobResult] { results.filter { $0.failure != nil } }
    /// Whether each job's output is there.
    public var isSuccess: Bool { results.count == jobs && failures.isEmpty }
}
