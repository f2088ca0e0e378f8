import ReplayLibrary
import ReplayMovie

/// What one process does: a job, or a part of one that is done in chunks.
struct BatchTask: Hashable, Sendable {
    /// Of which job.
    enum Part: Hashable, Sendable {
        /// All.
        case whole
        /// Divides it into chunks.
        case plan
        /// One of the chunks, from 0.
        case chunk(Int)
        /// Puts the chunks together.
        case join
    }

    /// The job's number.
    let job: Int
    let part: Part

    /// The arguments of `replay` that do it.
    func arguments(jobFile: String) -> [String] {
        let part =
            switch part {
            case .whole: [String]()
            case .plan: ["--plan"]
            case .chunk(let index): ["--chunk", "\(index)"]
            case .join: ["--join"]
            }
        return ["batch", jobFile.asArgument, "--job", "\(job)"] + part
    }
}

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
