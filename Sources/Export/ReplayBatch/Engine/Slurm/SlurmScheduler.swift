/// A scheduler of tasks on a cluster. From the queue and the tasks' result files, it decides on submissions and
/// determines how tasks ended. A pure value. Only result files count.
///
/// A join is submitted with its chunks and waits in the queue for their ends. It may start too early, because the
/// cluster can lose a chunk, or its own state and with it the dependencies. Then it is submitted again once the chunks
/// exist.
struct SlurmScheduler {
    private static let maxSubmitted = 5000

    private let pollInterval: SlurmPollInterval
    /// The maximum array size of the cluster, or 0 if it has no arrays.
    private let arraySize: Int
    private var tasks: [BatchTask: SlurmTask] = [:]
    /// The tasks in the order of submission.
    private let order: [BatchTask]
    /// The chunks of the jobs that are done in chunks.
    private var chunks: [Int: [BatchTask]] = [:]
    /// The jobs whose chunks had all been found before the last poll.
    private var joinable: Set<Int> = []
    private var submissions = 0
    private var ids: [Int: String] = [:]
    /// The number of submitted tasks at which the cluster refused more.
    private var submissionLimit: Int?
    private var queue: SlurmQueue?
    private var answered = Duration.zero
    private var lastFullPoll = Duration.zero
    private(set) var lastChange = Duration.zero

    init(_ work: [BatchWork], arraySize: Int, pollInterval: SlurmPollInterval = SlurmPollInterval()) {
        self.pollInterval = pollInterval
        self.arraySize = arraySize
        var order: [BatchTask] = []
        for item in work {
            let isDivided = !item.missing.isEmpty
            if isDivided { chunks[item.job.number] = item.first }
            for task in item.first + (isDivided ? [item.join] : []) {
                tasks[task] = SlurmTask(task, limits: item.job.limits)
                order.append(task)
            }
        }
        self.order = order
    }

    /// True if all tasks have ended and none is in the queue.
    var isFinished: Bool {
        tasks.values.allSatisfy { $0.state == .ended } && queue?.entries.isEmpty != false
    }

    /// The tasks that have started and have not ended.
    var running: [BatchTask: SlurmArrayIndex] {
        tasks.compactMapValues { $0.hasStarted ? $0.place : nil }
    }

    /// Returns the tasks whose results must be read: those that are not in the queue, and at intervals all of them.
    /// - Parameter queue: The queue, or nil if the cluster does not answer.
    mutating func tasksToLookFor(_ queue: SlurmQueue?, now: Duration) -> [BatchTask] {
        let isAll = queue == nil || now - lastFullPoll >= pollInterval.grace
        if isAll { lastFullPoll = now }
        return tasks.values.compactMap { task in
            task.place.flatMap { isAll || queue?.entries[$0] == nil ? task.task : nil }
        }
    }

    /// Advances to the present state, and returns the steps to take.
    /// - Parameters:
    ///   - queue: The queue, or nil if the cluster does not answer.
    ///   - findings: The outcomes of the `tasksToLookFor`, read after `queue`.
    ///   - now: The time since the start.
    /// - Throws: `BatchError.refused` if the cluster has not answered for too long.
    mutating func step(
        _ queue: SlurmQueue?, findings: [BatchTask: SlurmOutcome], now: Duration
    ) throws(BatchError) -> [SlurmStep] {
        self.queue = queue
        if queue != nil { answered = now }
        guard now - answered <= pollInterval.timeout else { throw .refused(Self.silence(pollInterval.timeout)) }
        for (place, entry) in queue?.entries ?? [:] { ids[place.submission] = entry.id }
        joinable = Set(chunks.keys.filter(areChunksDone))
        var steps: [SlurmStep] = []
        for task in order { update(task, finding: findings[task] ?? .nothing, now: now, steps: &steps) }
        if queue != nil { submit(&steps) }
        if !steps.isEmpty { lastChange = now }
        return steps
    }

    /// Records that a submission was accepted.
    mutating func took(_ submission: SlurmSubmission, id: String) { ids[submission.number] = id }

    /// Records that a submission was refused. The queue may just be full as long as other jobs of this batch are in it.
    /// - Returns: True if a later submission may succeed.
    mutating func refused(_ submission: SlurmSubmission) -> Bool {
        for task in submission.tasks { tasks[task]?.withdraw() }
        submissionLimit = submittedCount
        return submittedCount > 0
    }

    private static func silence(_ timeout: Duration) -> String {
        "its controller has not answered for \(timeout.components.seconds) s; finished jobs are kept, and --resume continues"
    }

    // MARK: What has become of tasks

    private mutating func update(
        _ name: BatchTask, finding: SlurmOutcome, now: Duration, steps: inout [SlurmStep]
    ) {
        guard let place = tasks[name]?.place else { return }
        if let entry = queue?.entries[place] {
            see(name, as: entry, addingTo: &steps)
            distrust(name, entry: entry, finding: finding, now: now, steps: &steps)
        } else if let news = tasks[name]?.news(finding), let taskEnd = believed(news, of: name) {
            end(name, step: .ended(name, taskEnd), isSuccess: taskEnd.isSuccess, steps: &steps)
        } else if queue != nil {
            miss(name, place: place, now: now, steps: &steps)
        }
    }

    private mutating func see(_ task: BatchTask, as entry: SlurmQueue.Entry, addingTo steps: inout [SlurmStep]) {
        tasks[task]?.isSeen()
        if entry.isHopeless {
            let reason = "the cluster would never run it; its reason is “\(entry.reason)”"
            end(task, step: .ended(task, .lost(reason)), isSuccess: false, steps: &steps)
        } else if entry.state == .running, tasks[task]?.hasStarted == false {
            tasks[task]?.hasStarted = true
            steps.append(.started(task))
        }
    }

    /// Ends a task whose result exists although it is still in the queue. A controller that lost its state assigns ids
    /// again, so the entry may belong to another job.
    private mutating func distrust(
        _ task: BatchTask, entry: SlurmQueue.Entry, finding: SlurmOutcome, now: Duration,
        steps: inout [SlurmStep]
    ) {
        guard let place = tasks[task]?.place, let news = tasks[task]?.news(finding),
            let taskEnd = believed(news, of: task), let since = tasks[task]?.isDone(at: now),
            now - since >= pollInterval.grace
        else { return }
        end(task, step: .ended(task, taskEnd), isSuccess: taskEnd.isSuccess, steps: &steps)
        if taskEnd.isSuccess { steps.append(.cancel([id(of: entry, at: place)])) }
    }

    private func id(of entry: SlurmQueue.Entry, at place: SlurmArrayIndex) -> String {
        arraySize > 0 ? "\(entry.id)_\(place.index)" : entry.id
    }

    /// Handles a task that is not in the queue and has left no result.
    private mutating func miss(_ task: BatchTask, place: SlurmArrayIndex, now: Duration, steps: inout [SlurmStep]) {
        guard let since = tasks[task]?.isMissed(at: now), now - since >= pollInterval.grace else { return }
        if let attempts = tasks[task]?.attempts, attempts < pollInterval.attempts {
            tasks[task]?.isLost()
            lastChange = now
        } else {
            end(task, step: .lost(task, place), isSuccess: false, steps: &steps)
        }
    }

    /// Returns the end of a task according to its result, or nil if the result does not determine it.
    private func believed(_ finding: SlurmOutcome, of task: BatchTask) -> TaskEnd? {
        switch finding {
        case .nothing, .failed(_, isInterrupted: true, _): nil
        case .done: .exited(0)
        // The join may have started before all chunks existed.
        case .failed where task.part == .join && chunks[task.job] != nil && !joinable.contains(task.job): nil
        case .failed(let code, _, _): .exited(code)
        }
    }

    private func areChunksDone(of job: Int) -> Bool { chunks[job]?.allSatisfy { tasks[$0]?.state == .ended } ?? true }

    /// Ends a task.
    /// - Parameter step: The step that reports the end.
    private mutating func end(_ task: BatchTask, step: SlurmStep, isSuccess: Bool, steps: inout [SlurmStep]) {
        let left = isSuccess ? [] : idsLeft(by: task)
        tasks[task]?.end()
        steps.append(step)
        guard !isSuccess else { return }
        // If a chunk failed, the job's other chunks are useless.
        for other in siblings(of: task) { tasks[other]?.end() }
        if !left.isEmpty { steps.append(.cancel(left)) }
    }

    private func siblings(of task: BatchTask) -> [BatchTask] {
        guard let chunks = chunks[task.job] else { return [] }
        return chunks + [BatchTask(job: task.job, part: .join)]
    }

    /// Returns the ids of queue entries that are no longer needed after this task has failed.
    private func idsLeft(by task: BatchTask) -> [String] {
        let unneeded = task.part == .whole ? [task] : siblings(of: task)
        let ids = unneeded.compactMap { other -> String? in
            guard let place = tasks[other]?.place, let entry = queue?.entries[place] else { return nil }
            // An array of whole jobs also contains other jobs; an array of chunks does not.
            return task.part == .whole ? id(of: entry, at: place) : entry.id
        }
        return Set(ids).sorted()
    }

    // MARK: Submitting

    private var submittedCount: Int { tasks.values.count { $0.place != nil } }

    private mutating func submit(_ steps: inout [SlurmStep]) {
        if let submissionLimit, submittedCount >= submissionLimit, submissionLimit > 0 { return }
        submissionLimit = nil
        var room = Self.maxSubmitted - submittedCount
        for group in waitingGroups where room > 0 {
            room -= group.tasks.count
            steps.append(.submit(submit(group)))
        }
    }

    private mutating func submit(_ group: SlurmTaskGroup) -> SlurmSubmission {
        let submission = SlurmSubmission(
            number: submissions, tasks: group.tasks, limits: group.limits,
            after: group.joinedJob.map(awaited) ?? [], isArray: arraySize > 0)
        submissions += 1
        for (index, task) in group.tasks.enumerated() {
            tasks[task]?.submit(as: SlurmArrayIndex(submission: submission.number, index: index))
        }
        return submission
    }

    private var waitingGroups: [SlurmTaskGroup] {
        let ready = order.compactMap { tasks[$0] }.filter {
            $0.state == .waiting && ($0.task.part != .join || canSubmitJoin($0))
        }
        return SlurmTaskGroup.groups(
            ready.map { ($0.task, $0.limits) }, largest: max(1, min(arraySize, SlurmSubmission.maxTasks)))
    }

    /// Returns true if a join can be submitted. The first time, it waits in the queue for its chunks, so their ids must
    /// be known.
    private func canSubmitJoin(_ join: SlurmTask) -> Bool {
        guard join.attempts == 0 else { return areChunksDone(of: join.task.job) }
        return (chunks[join.task.job] ?? []).allSatisfy { chunk in
            guard let task = tasks[chunk] else { return true }
            return task.state == .ended || task.place.map { ids[$0.submission] != nil } ?? false
        }
    }

    private func awaited(_ job: Int) -> [String] {
        let submissions = Set((chunks[job] ?? []).compactMap { tasks[$0]?.place?.submission })
        return submissions.sorted().compactMap { ids[$0] }
    }
}
