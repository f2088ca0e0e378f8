/// An engine that runs tasks on this machine or on others.
protocol BatchEngine: Sendable {
    /// Runs the work, and returns when none of its processes runs any longer. The results are in the job log.
    /// - Parameter report: Called with each event, from one task at a time.
    /// - Throws: `BatchError`; `CancellationError` if the task was cancelled, after all processes have ended.
    func run(_ work: [BatchWork], report: @escaping @Sendable (TaskEvent) async -> Void) async throws
}

/// An event of a task.
enum TaskEvent: Sendable {
    case started(BatchTask)
    /// The fraction of the task that is done, in 0...1.
    case progress(BatchTask, Double)
    case ended(BatchTask, TaskEnd)
}

/// The ways in which a task's process ends.
enum TaskEnd: Hashable, Sendable {
    case exited(Int32)
    /// The process was killed by a signal.
    case killed(Int32)
    /// The process exceeded its time limit and had to be killed.
    case late
    /// The process could not be started, for this reason.
    case notStarted(String)
    /// The process no longer runs; nothing else is known.
    case vanished
    /// The engine gave up the task, for this reason.
    case lost(String)

    var isSuccess: Bool { self == .exited(0) }

    /// The reason why there is no result, as a clause.
    var reason: String {
        switch self {
        case .exited(let code): "its process ended with exit code \(code) and left no result"
        case .killed(9): "its process was killed, perhaps because memory ran out"
        case .killed(let signal): "its process was ended by signal \(signal)"
        case .late: "it exceeded its time limit and did not end"
        case .notStarted(let why): "its process could not be started: \(why)"
        case .vanished: "its process disappeared and left no result"
        case .lost(let why): why
        }
    }
}
