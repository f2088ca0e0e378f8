public import ReplayErrors

/// An error that prevents a batch from running.
public enum BatchError: CategorizedError {
    /// Another process is running the batch.
    case busy(String)
    /// Some outputs exist from an earlier run, and neither resuming nor overwriting was requested.
    case doneBefore(Int, of: Int)
    /// The batch has no job with this number.
    case noJob(Int, of: Int)
    /// The program of an engine is not installed.
    case noEngine(String, package: String)
    /// The engine refused the jobs, with this message.
    case refused(String)
    /// A file is missing or differs from the job's result.
    case outputChanged(String)

    /// The category of the error.
    public var category: ErrorCategory {
        switch self {
        case .busy: .temporary
        case .noJob: .noInput
        case .doneBefore: .cannotCreate
        case .noEngine, .refused: .unavailable
        case .outputChanged: .failed
        }
    }

    /// A sentence for the user, without a full stop.
    public var description: String {
        switch self {
        case .busy(let path): "another batch is running \(path); wait until it ends"
        case .doneBefore(let done, let count):
            "\(done) of the \(count) jobs are already done; --resume runs the rest, --force runs all again"
        case .noJob(let number, let count):
            count == 0
                ? "there is no job \(number): the batch has not been prepared; run --prepare first"
                : "there is no job \(number); the jobs are 0 to \(count - 1)"
        case .noEngine(let program, let package):
            "“\(program)” is not installed; Debian has it in the package \(package)"
        case .refused(let what): "the cluster does not accept the jobs: \(what)"
        case .outputChanged(let path): "\(path) is not the output of the job: another program has changed it"
        }
    }
}
