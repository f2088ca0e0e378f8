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
