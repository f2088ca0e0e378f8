/// Where tasks are run: on this machine or on others.
protocol BatchEngine: Sendable {
    /// Runs what there is to do, and returns when nothing of it runs any more. What came of it is in the job log.
    /// - Parameter report: called with what is seen on the way; from one task at a time.
    /// - Throws: `BatchError`; `CancellationError` where the task was cancelled, once all processes have ended.
    func run(_ work: [BatchWork], report: @escaping @Sendable (TaskEvent) async -> Void) async throws
}
