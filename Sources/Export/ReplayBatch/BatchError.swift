public import ReplayErrors

/// A batch that could not be run.
public enum BatchError: CategorizedError {
    /// Another process runs it.
    case busy(String)
    /// Outputs of an earlier run are there, and it was not said what is to become of them.
    case doneBefore(Int, of: Int)
    /// There is no job of this number.
    case noJob(Int, of: Int)
    /// The program of an engine is not there.
    case noEngine(String, package: String)
    /// The engine does not take the jobs; what it said.
    case refused(String)
    /// A file is not there after all, or is not as its result says.
    case outputChanged(String)

    /// What kind of failure it is.
    public var category: ErrorCategory {
        switch self {
        case .busy: .temporary
        case .noJob: .noInput
        case .doneBefore: .cannotCreate
        case .noEngine, .refused: .unavailable
        case .outputChanged: .failed
        }
    }

    /// What is wrong, as a sentence for the user, without its full stop.
    public var description: String {
        switch self {
        case .busy(let path): "another batch is at work on \(path); wait for its end"
        case .doneBefore(let done, let count):
            "\(done) of the \(count) jobs have been done before; --resume does what is left, --force does all again"
        case .noJob(let number, let count):
            count == 0
                ? "there is no job \(number): the batch has not been prepared; --prepare does that"
                : "there is no job \(number); there are 0 to \(count - 1)"
        case .noEngine(let program, let package):
            "there is no “\(program)” here; Debian has it in the package \(package)"
        case .refused(let what): "the cluster does not take the jobs: \(what)"
        case .outputChanged(let path): "\(path) is not what was made: something else has written to it"
        }
    }
}
