/// Follows tasks on a cluster: is told of what is in the queue and of what tasks have written down, and says what is to be
/// submitted and what has come of it. A pure value; only what a task has written down is believed.
///
/// A join is submitted with its chunks and waits for their ends in the queue. It may have begun too early, for the cluster
/// can lose a chunk, or itself and with it what it waits for: then it is submitted again once the chunks are there.
struct SlurmScheduler {
    private static let maxSubmitted = 5000

    private let pollInterval: SlurmPollInterval
    /// The largest array that the cluster takes; 0: none.
    private let arraySize: Int
    private var tasks: [BatchTask: SlurmTask] = [:]
    /// In the order in which they are submitted.
    private let order: [BatchTask]
    /// Of the jobs that are done in chunks.
    private var chunks: [Int: [BatchTask]] = [:]
    /// The jobs whose chunks had all been found before the last poll.
    private var joinable: Set<Int> = []
    private var submissions = 0
    private var ids: [Int: String] = [:]
    /// As many were submitted when the cluster took no more.
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
                tasks[task] = SlurmTask(task, item.job.limits)
                order.append(task)
            }
        }
        self.order = order
    }

    /// Whether all has ended and nothing of it is in the queue.
    var isFinished: Bool {
        tasks.values.allSatisfy { $0.state == .ended } && queue?.entries.isEmpty != false
    }

    /// The tasks that have been seen to begin and have not ended.
    var running: [BatchTask: SlurmArrayIndex] {
        tasks.compactMapValues { $0.hasStarted ? $0.place : nil }
    }

    /// The tasks whose results are to be looked for: those that are in no queue, and now and then all.
    /// - Parameter queue: nil: the cluster does not answer.
    mutating func tasksToLookFor(_ queue: SlurmQueue?, now: Duration) -> [BatchTask] {
        let isAll = queue == nil || now - lastFullPoll >= pollInterval.grace
        if isAll { lastFullPoll = now }
        return tasks.values.compactMap { task in
            task.place.flatMap { isAll || queue?.entries[$0] == nil ? task.task : nil }
        }
    }

    /// - Parameters:
    ///   - queue: what is in the queue; nil: the cluster does not answer.
    ///   - findings: what the `tasksToLookFor` have written down, looked up after `queue`.
    ///   - now: since the beginning.
    /// - Throws: where the cluster has not answered for too long.
    mutating func step(
        _ queue: SlurmQueue?, findings: [BatchTask: SlurmOutcome], now: Duration
    ) throws(BatchError) -> [SlurmStep] {
        self.queue = queue
        if queue != nil { answered = now }
        guard now - answered <= pollInterval.timeout else { throw .refused(Self.silence(pollInterval.timeout)) }
        for (place, entry) in queue?.entries ?? [:] { ids[place.submission] = entry.id }
        joinable = Set(chunks.keys.filter(areChunksDone))
        var steps: [SlurmStep] = []
        for task in order { update(task, findings[task] ?? .nothing, now, &steps) }
        if queue != nil { submit(&steps) }
        if !steps.isEmpty { lastChange = now }
        return steps
    }

    /// A submission was taken.
    mutating func took(_ submission: SlurmSubmission, id: String) { ids[submission.number] = id }

    /// A submission was not taken. While others of ours are in the queue there may just be too many.
    /// - Returns: whether there is hope.
    mutating func refused(_ submission: SlurmSubmission) -> Bool {
        for task in submission.tasks { tasks[task]?.withdraw() }
        submissionLimit = submittedCount
        return submittedCount > 0
    }

    private static func silence(_ timeout: Duration) -> String {
        "its controller has not answered for \(timeout.components.seconds) s; what is done is kept, and --resume goes on"
    }

    // MARK: What has become of tasks

    private mutating func update(
        _ name: BatchTask, _ finding: SlurmOutcome, _ now: Duration, _ steps: inout [SlurmStep]
    ) {
        guard let place = tasks[name]?.place else { return }
        if let entry = queue?.entries[place] {
            see(name, as: entry, &steps)
            distrust(name, entry, finding, now, &steps)
        } else if let news = tasks[name]?.news(finding), let taskEnd = believed(news, of: name) {
            end(name, .ended(name, taskEnd), isSuccess: taskEnd.isSuccess, &steps)
        } else if queue != nil {
            miss(name, place, now, &steps)
        }
    }

    private mutating func see(_ task: BatchTask, as entry: SlurmQueue.Entry, _ steps: inout [SlurmStep]) {
        tasks[task]?.isSeen()
        if entry.isHopeless {
            let reason = "the cluster would never run it, and calls that “\(entry.reason)”"
            end(task, .ended(task, .lost(reason)), isSuccess: false, &steps)
        } else if entry.state == .running, tasks[task]?.hasStarted == false {
            tasks[task]?.hasStarted = true
            steps.append(.started(task))
        }
    }

    /// A task can stay in the queue that has long been done: a controller that has lost its state gives ids anew, and those
    /// of other jobs with them.
    private mutating func distrust(
        _ task: BatchTask, _ entry: SlurmQueue.Entry, _ finding: SlurmOutcome, _ now: Duration,
        _ steps: inout [SlurmStep]
    ) {
        guard let place = tasks[task]?.place, let news = tasks[task]?.news(finding),
            let taskEnd = believed(news, of: task), let since = tasks[task]?.isDone(at: now),
            now - since >= pollInterval.grace
        else { return }
        end(task, .ended(task, taskEnd), isSuccess: taskEnd.isSuccess, &steps)
        if taskEnd.isSuccess { steps.append(.cancel([id(of: entry, at: place)])) }
    }

    private func id(of entry: SlurmQueue.Entry, at place: SlurmArrayIndex) -> String {
        arraySize > 0 ? "\(entry.id)_\(place.index)" : entry.id
    }

    /// It is in no queue and has left nothing that says how it ended.
    private mutating func miss(_ task: BatchTask, _ place: SlurmArrayIndex, _ now: Duration, _ steps: inout [SlurmStep])
    {
        guard let since = tasks[task]?.isMissed(at: now), now - since >= pollInterval.grace else { return }
        if let attempts = tasks[task]?.attempts, attempts < pollInterval.attempts {
            tasks[task]?.isLost()
            lastChange = now
        } else {
            end(task, .lost(task, place), isSuccess: false, &steps)
        }
    }

    /// How a task has ended, going by what it wrote; nil: that says nothing.
    private func believed(_ finding: SlurmOutcome, of task: BatchTask) -> TaskEnd? {
        switch finding {
        case .nothing, .failed(_, isInterrupted: true, _): nil
        case .done: .exited(0)
        // It may have begun before all chunks were there.
        case .failed where task.part == .join && chunks[task.job] != nil && !joinable.contains(task.job): nil
        case .failed(let code, _, _): .exited(code)
        }
    }

    private func areChunksDone(of job: Int) -> Bool { chunks[job]?.allSatisfy { tasks[$0]?.state == .ended } ?? true }

    /// - Parameter step: what says so.
    private mutating func end(_ task: BatchTask, _ step: SlurmStep, isSuccess: Bool, _ steps: inout [SlurmStep]) {
        let left = isSuccess ? [] : idsLeft(by: task)
        tasks[task]?.end()
        steps.append(step)
        guard !isSuccess else { return }
        // Without one of the chunks the others are of no use.
        for other in siblings(of: task) { tasks[other]?.end() }
        if !left.isEmpty { steps.append(.cancel(left)) }
    }

    private func siblings(of task: BatchTask) -> [BatchTask] {
        guard let chunks = chunks[task.job] else { return [] }
        return chunks + [BatchTask(job: task.job, part: .join)]
    }

    /// What is in the queue that nobody needs any more, once this task has failed.
    private func idsLeft(by task: BatchTask) -> [String] {
        let unneeded = task.part == .whole ? [task] : siblings(of: task)
        let ids = unneeded.compactMap { other -> String? in
            guard let place = tasks[other]?.place, let entry = queue?.entries[place] else { return nil }
            // An array of whole jobs has others in it; one of chunks has not.
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

    /// The first time it goes into the queue behind its chunks, whose ids must be known for that.
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
