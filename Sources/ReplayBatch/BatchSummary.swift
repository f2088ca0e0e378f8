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
