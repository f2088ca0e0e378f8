/// What is to be done for a job: one task, or chunks and what joins them.
struct BatchWork: Sendable {
    let job: Job
    /// Nil: it is done in one go, or has to be divided first.
    var chunks: Int?
    /// Of the chunks, those that are not there yet.
    var missing: [Int] = []

    /// The tasks that can be done at once.
    var first: [BatchTask] {
        guard chunks != nil else { return [BatchTask(job: job.number, part: job.isChunked ? .plan : .whole)] }
        return missing.isEmpty ? [join] : missing.map { BatchTask(job: job.number, part: .chunk($0)) }
    }

    /// The task that puts the chunks together, once they are there.
    var join: BatchTask { BatchTask(job: job.number, part: .join) }
}
