import Testing

@testable import ReplayBatch

/// A `SlurmScheduler` whose view of the cluster comes from the test.
struct SlurmTrial {
    static let name: SlurmJobName = {
        guard let name = try? SlurmJobName(folder: "/jobs.batch", run: "now") else { preconditionFailure("no hash") }
        return name
    }()

    var watch: SlurmScheduler
    private(set) var seconds = 0

    init(_ work: [BatchWork], arraySize: Int = 1001) { watch = SlurmScheduler(work, arraySize: arraySize) }

    /// Polls, `after` seconds later.
    /// - Parameters:
    ///   - queue: Lines `SUBMISSION INDEX STATE [REASON]`; nil if the cluster does not answer.
    ///   - results: The written results of the tasks that are in no queue.
    mutating func poll(
        _ queue: [String]?, _ results: [BatchTask: SlurmOutcome] = [:], after: Int = 1
    ) throws -> [SlurmStep] {
        seconds += after
        let queue = queue.map(Self.queue)
        let tasks = watch.tasksToLookFor(queue, now: .seconds(seconds))
        let findings = results.filter { tasks.contains($0.key) }
        return try watch.step(queue, findings: findings, now: .seconds(seconds))
    }

    /// Polls, and lets the cluster accept the submissions. The id of each is 100 followed by its number.
    mutating func submissions(_ queue: [String]? = [], after: Int = 1) throws -> [SlurmSubmission] {
        let taken = try poll(queue, after: after).compactMap { step in
            if case .submit(let submission) = step { submission } else { nil }
        }
        for submission in taken { watch.took(submission, id: "\(100 + submission.number)") }
        return taken
    }

    static func queue(_ lines: [String]) -> SlurmQueue {
        let text = lines.map { line in
            let words = line.split(separator: " ")
            let reason = words.count > 3 ? words[3] : "None"
            return "\(100 + (Int(words[0]) ?? 0))|\(words[1])|\(words[2])|\(reason)|\(words[0])|\(name.text)\n"
        }
        return SlurmQueue(text.joined(), name: name)
    }

    static func whole(_ number: Int, seconds: Int64 = 60) throws -> BatchWork {
        BatchWork(job: try job(number, seconds: seconds))
    }

    static func chunked(_ number: Int, _ missing: [Int]) throws -> BatchWork {
        var work = BatchWork(job: try job(number, seconds: 60))
        work.chunks = 4
        work.missing = missing
        return work
    }

    private static func job(_ number: Int, seconds: Int64) throws -> Job {
        var limits = JobLimits()
        limits.seconds = seconds
        return Job(
            id: "\(number)", number: number, name: "job", source: .movie("/movie.mp4"), edit: .own,
            preset: try .named("original"), options: JobOptions(), output: "/out-\(number).mp4", root: "/",
            limits: limits,
            chunkMilliseconds: nil, line: 1)
    }
}

extension BatchTask {
    static func whole(_ job: Int) -> BatchTask { BatchTask(job: job, part: .whole) }
    static func chunk(_ index: Int, of job: Int) -> BatchTask { BatchTask(job: job, part: .chunk(index)) }
    static func join(_ job: Int) -> BatchTask { BatchTask(job: job, part: .join) }
}

extension SlurmOutcome {
    /// Returns a failure. Failures with different `seconds` differ.
    static func failed(_ code: Int32, at seconds: Double = 1) -> SlurmOutcome {
        .failed(
            exitCode: code, isInterrupted: [130, 143].contains(code),
            usage: ProcessUsage(seconds: seconds, cpuSeconds: 1, peakBytes: 1))
    }
}
