/// Tasks that can be submitted as one array: whole jobs with the same limits, or chunks of one job.
struct SlurmTaskGroup: Hashable, Sendable {
    private struct Key: Hashable {
        let limits: JobLimits
        /// The job's number, or nil for whole jobs.
        let job: Int?
        let isJoin: Bool
    }

    let limits: JobLimits
    private(set) var tasks: [BatchTask]

    /// The job whose chunks are joined, or nil for other tasks.
    var joinedJob: Int? { tasks.first.flatMap { $0.part == .join ? $0.job : nil } }

    /// Returns groups of at most `largest` tasks, in the order of the tasks.
    static func groups(_ all: [(task: BatchTask, limits: JobLimits)], largest: Int) -> [SlurmTaskGroup] {
        var groups: [SlurmTaskGroup] = []
        var open: [Key: Int] = [:]
        for (task, limits) in all {
            let key = Key(limits: limits, job: task.part == .whole ? nil : task.job, isJoin: task.part == .join)
            if let place = open[key], groups[place].tasks.count < largest {
                groups[place].tasks.append(task)
            } else {
                open[key] = groups.count
                groups.append(SlurmTaskGroup(limits: limits, tasks: [task]))
            }
        }
        return groups
    }
}
