/// The order of tasks on one machine: as the jobs come, and a job's chunks are joined as soon as they are there.
///
/// A pure value: it is told of ends and asked for the next task.
struct TaskQueue {
    private var waiting: [BatchTask]
    /// How many chunks of a job still run or wait.
    private var open: [Int: Int] = [:]
    private var joins: [Int: BatchTask] = [:]

    init(_ work: [BatchWork]) {
        // Taken from the end.
        waiting = work.flatMap(\.first).reversed()
        for item in work where !item.missing.isEmpty {
            open[item.job.number] = item.missing.count
            joins[item.job.number] = item.join
        }
    }

    /// The task to be begun now; nil: none, at least until another has ended.
    mutating func next() -> BatchTask? { waiting.popLast() }

    /// Takes note that a task has ended. Where a chunk failed, those of its job that have not begun are left out.
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
