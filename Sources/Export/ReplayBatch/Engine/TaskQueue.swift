/// A queue of tasks for one machine, in the order of the jobs. A job's chunks are joined as soon as they exist.
///
/// A pure value.
struct TaskQueue {
    private var waiting: [BatchTask]
    /// The number of chunks of each job that run or wait.
    private var open: [Int: Int] = [:]
    private var joins: [Int: BatchTask] = [:]

    init(_ work: [BatchWork]) {
        // Tasks are taken from the end.
        waiting = work.flatMap(\.first).reversed()
        for item in work where !item.missing.isEmpty {
            open[item.job.number] = item.missing.count
            joins[item.job.number] = item.join
        }
    }

    /// Returns the task to start now, or nil if there is none until another task ends.
    mutating func next() -> BatchTask? { waiting.popLast() }

    /// Records that a task has ended. If a chunk failed, the waiting tasks of its job are removed.
    mutating func ended(_ task: BatchTask, isSuccess: Bool) {
        guard case .chunk = task.part, let left = open[task.job] else { return }
        if !isSuccess {
            (open[task.job], joins[task.job]) = (nil, nil)
            waiting.removeAll { $0.job == task.job }
        } else if left > 1 {
            open[task.job] = left - 1
        } else if let join = joins.removeValue(forKey: task.job) {
            waiting.append(join)
        }
    }
}
