/// Where tasks are run: on this machine or on others.
protocol BatchEngine: Sendable {
    /// Runs what there is to do, and returns when nothing of it runs any more. What came of it is in the job log.
    /// - Parameter report: called with what is seen on the way; from one task at a time.
    /// - Throws: `BatchError`; `CancellationError` where the task was cancelled, once all processes have ended.
    func run(_ work: [BatchWork], report: @escaping @Sendable (TaskEvent) async -> Void) async throws
}

/// What is seen of a task.
enum TaskEvent: Sendable {
    case started(BatchTask)
    /// How much of it is done: 0...1.
    case progress(BatchTask, Double)
    case ended(BatchTask, TaskEnd)
}

/// How a task's process ended.
enum TaskEnd: Hashable, Sendable {
    case exited(Int32)
    /// By a signal.
    case killed(Int32)
    /// It took longer than it may, and had to be killed.
    case late
    /// It could not be started; why.
    case notStarted(String)
    /// Nothing is known of it but that it no longer runs.
    case vanished
    /// It will not be done where it was to be; why.
    case lost(String)

    var isSuccess: Bool { self == .exited(0) }

    /// Why there is no result, as the end of a sentence.
    var reason: String {
        switch self {
        case .exited(let code): "its process ended with \(code) and left no result"
        case .killed(9): "its process was killed, perhaps because memory ran out"
        case .killed(let signal): "its process was ended by signal \(signal)"
        case .late: "it took longer than it may, and did not end by itself"
        case .notStarted(let why): "its process could not be started: \(why)"
        case .vanished: "its process has gone and left no result"
        case .lost(let why): why
        }
    }
}
