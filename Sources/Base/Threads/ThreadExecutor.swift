import MediaTime

/// An executor with one thread of its own, for actors whose functions block (SE-0392).
///
/// An actor that returns the executor as its `unownedExecutor` runs on this thread, not on Swift's cooperative pool.
/// Jobs run in the order in which they are enqueued. Actors that share an executor also share the thread, so that each
/// waits while another blocks.
///
/// The thread ends when all jobs are done and nothing refers to the executor.
package final class ThreadExecutor: SerialExecutor {
    private struct Queue {
        var jobs: [Job] = []
        var isClosed = false
    }

    private struct Job {
        let job: UnownedJob
        /// The executor, which must exist until the job is done. The job may release its actor.
        let executor: ThreadExecutor
    }

    private let queue = ConditionLock(Queue())

    /// Starts the thread.
    /// - Parameter name: The purpose of the thread, for errors.
    package init(_ name: String) throws(ThreadError) {
        try WorkerThread.detach(named: name) { [queue] in
            while let jobs = Self.nextJobs(of: queue) {
                for item in jobs { item.job.runSynchronously(on: item.executor.asUnownedSerialExecutor()) }
            }
        }
    }

    deinit { queue.update { $0.isClosed = true } }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = Job(job: UnownedJob(job), executor: self)
        queue.update { $0.jobs.append(job) }
    }

    /// Waits for jobs and removes them from the queue.
    /// - Returns: The jobs, or nil if the thread must end.
    private static func nextJobs(of queue: ConditionLock<Queue>) -> [Job]? {
        let next = queue.wait(until: .distantFuture) { queue -> [Job]?? in
            guard queue.jobs.isEmpty else {
                defer { queue.jobs = [] }
                return queue.jobs
            }
            return queue.isClosed ? .some(nil) : nil
        }
        return next ?? nil
    }
}
