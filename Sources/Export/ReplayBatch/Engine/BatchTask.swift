import ReplayLibrary
import ReplayMovie

/// The work of one process: a job, or a part of a job that is done in chunks.
struct BatchTask: Hashable, Sendable {
    /// The part of a job.
    enum Part: Hashable, Sendable {
        /// The whole job.
        case whole
        /// The division into chunks.
        case plan
        /// A single chunk, numbered from 0.
        case chunk(Int)
        /// The join of the chunks.
        case join
    }

    /// The job's number.
    let job: Int
    let part: Part

    /// Returns the arguments of `replay` for the task.
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

/// The work for a job: one task, or chunks and the task that joins them.
struct BatchWork: Sendable {
    let job: Job
    /// The number of chunks. Nil if the job is one task, or has not been divided yet.
    var chunks: Int?
    /// The numbers of the chunks that do not exist yet.
    var missing: [Int] = []

    /// The tasks that can run at once.
    var first: [BatchTask] {
        guard chunks != nil else { return [BatchTask(job: job.number, part: job.isChunked ? .plan : .whole)] }
        return missing.isEmpty ? [join] : missing.map { BatchTask(job: job.number, part: .chunk($0)) }
    }

    /// The task that joins the chunks once they exist.
    var join: BatchTask { BatchTask(job: job.number, part: .join) }
}
