import MediaTime
import ReplayTestSupport
import Testing

@testable import ReplayBatch

/// Checks that each task is started once, joins come after their chunks, and no task is forgotten.
@Suite struct TaskQueueTests {
    private func job(_ number: Int) throws -> Job {
        Job(
            id: "\(number)", number: number, name: "\(number)", source: .movie("/m"), edit: .own,
            preset: try .named("share-720p"), options: JobOptions(), output: "/o/\(number)", root: "/o",
            limits: JobLimits(), chunkMilliseconds: nil, line: 1)
    }

    @Test("Random work, of which some fails, is done in a right order")
    func order() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<300 {
            let work = try (0..<Int.random(in: 1...8, using: &random)).map { number in
                let chunks = Int.random(in: 0...5, using: &random)
                let missing = (0..<chunks).filter { _ in Bool.random(using: &random) }
                return BatchWork(job: try job(number), chunks: chunks == 0 ? nil : chunks, missing: missing)
            }
            try check(work, &random)
        }
    }

    private func check(_ work: [BatchWork], _ random: inout SplitMix64) throws {
        var queue = TaskQueue(work)
        var (running, done, failed) = ([BatchTask](), Set<BatchTask>(), Set<Int>())
        let places = Int.random(in: 1...4, using: &random)
        while true {
            while running.count < places, let task = queue.next() {
                #expect(!done.contains(task) && !running.contains(task))
                if task.part == .join {
                    let chunks = work[task.job].missing.map { BatchTask(job: task.job, part: .chunk($0)) }
                    #expect(done.isSuperset(of: chunks))
                }
                running.append(task)
            }
            guard !running.isEmpty else { break }
            let ended = running.remove(at: Int.random(in: running.indices, using: &random))
            let isSuccess = Int.random(in: 0..<5, using: &random) > 0
            if isSuccess { done.insert(ended) } else { failed.insert(ended.job) }
            queue.ended(ended, isSuccess: isSuccess)
        }
        for item in work where !failed.contains(item.job.number) {
            let last = item.chunks == nil ? BatchTask(job: item.job.number, part: .whole) : item.join
            #expect(done.contains(last))
        }
    }

    @Test("What is done of a batch never grows beyond all of it, and the end is the end")
    func meter() {
        var random = SplitMix64.seeded()
        var meter = BatchMeter(10, kept: 3)
        var last = -1.0
        for job in 3..<10 {
            let starts = [meter.start(job), meter.start(job)]
            #expect(starts == [true, false])
            for step in 1...4 {
                meter.note(BatchTask(job: job, part: .whole), fraction: Double(step) / 4)
                let progress = meter.progress(after: Double(job))
                #expect((last...1).contains(progress.fraction) && progress.running == 1)
                last = progress.fraction
            }
            meter.end(job, isSuccess: Bool.random(using: &random))
        }
        let end = meter.progress(after: 20)
        #expect(end.fraction == 1 && end.secondsLeft == 0 && end.ended == 10 && end.running == 0)
    }

    @Test("Jobs that wait for each other are found, chains are not")
    func cycles() throws {
        func chain(_ sources: [Int?]) throws -> [Job] {
            try sources.enumerated().map { number, source in
                Job(
                    id: "\(number)", number: number, name: "", source: .movie(source.map { "/o/\($0)" } ?? "/m"),
                    edit: .own,
                    preset: try .named("share-720p"), options: JobOptions(), output: "/o/\(number)", root: "/o",
                    limits: JobLimits(), chunkMilliseconds: nil, line: number + 1)
            }
        }
        #expect(try JobOrder(chain([nil, 0, 1, 1, nil]), path: "j").needs == [1: 0, 2: 1, 3: 1])
        #expect(throws: JobFileError.self) { try JobOrder(chain([0]), path: "j") }
        do {
            _ = try JobOrder(chain([nil, 3, 1, 2, 3]), path: "j")
            Issue.record("a cycle was not found")
        } catch {
            #expect("\(error)".contains("the jobs in line 2, 4, 3 depend on each other"), "\(error)")
        }
    }
}
