/// An event of a running batch.
public enum BatchEvent: Sendable {
    /// A job was already done with the same inputs.
    case kept(JobResult)
    /// The first process of a job has started.
    case started(Job)
    /// The progress of the batch has changed.
    case progress(BatchProgress)
    /// A job has ended, successfully or not.
    case ended(JobResult)
}

/// The progress of a batch.
public struct BatchProgress: Codable, Hashable, Sendable {
    /// The number of all jobs.
    public let jobs: Int
    /// The number of jobs that have ended, including those that were already done.
    public internal(set) var ended: Int
    /// The number of jobs that have failed.
    public internal(set) var failed = 0
    /// The number of jobs that are running.
    public internal(set) var running = 0
    /// The fraction of the work that is done, in 0...1. Jobs that were already done do not count.
    public internal(set) var fraction = 0.0
    /// The estimated remaining time in seconds, or nil if it is not known yet.
    public internal(set) var secondsLeft: Int?
}

/// The result of a batch.
public struct BatchSummary: Sendable {
    /// The results of the jobs, in the order of the jobs. If the batch was interrupted, results of unfinished jobs
    /// are missing.
    public let results: [JobResult]
    /// The number of all jobs.
    public let jobs: Int
    /// The number of jobs that were already done.
    public let kept: Int

    /// The results of the failed jobs.
    public var failures: [JobResult] { results.filter { $0.failure != nil } }
    /// True if the output of each job exists.
    public var isSuccess: Bool { results.count == jobs && failures.isEmpty }
}
