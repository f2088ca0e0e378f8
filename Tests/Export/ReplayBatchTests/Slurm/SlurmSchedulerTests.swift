import Testing

@testable import ReplayBatch

/// Checks what is submitted and which results are accepted, without a cluster.
@Suite struct SlurmSchedulerTests {
    @Test("Whole jobs go in arrays no longer than the cluster takes; other limits are another array")
    func grouping() throws {
        var trial = SlurmTrial(
            try (0..<5).map { try SlurmTrial.whole($0) } + [try SlurmTrial.whole(5, seconds: 7200)], arraySize: 2)
        let taken = try trial.submissions()
        #expect(taken.map { $0.tasks.map(\.job) } == [[0, 1], [2, 3], [4], [5]])
        #expect(taken.map(\.number) == [0, 1, 2, 3])
        #expect(taken.last?.arguments(name: SlurmTrial.name).contains("--time=121") == true)
        #expect(taken.first?.arguments(name: SlurmTrial.name).contains("--array=0-1") == true)
    }

    @Test("A cluster without arrays gets a job a task")
    func noArrays() throws {
        var trial = SlurmTrial(try (0..<2).map { try SlurmTrial.whole($0) }, arraySize: 0)
        let taken = try trial.submissions()
        #expect(taken.map(\.tasks.count) == [1, 1])
        #expect(taken.allSatisfy { !$0.arguments(name: SlurmTrial.name).contains { $0.hasPrefix("--array") } })
    }

    @Test("A task has ended when it has written so and is in no queue")
    func results() throws {
        var trial = SlurmTrial([try SlurmTrial.whole(0), try SlurmTrial.whole(1)])
        _ = try trial.submissions()
        #expect(try trial.poll(["0 0 RUNNING", "0 1 PENDING"]) == [.started(.whole(0))])
        #expect(
            try trial.poll(["0 1 RUNNING"], [.whole(0): .done]) == [
                .ended(.whole(0), .exited(0)), .started(.whole(1)),
            ])
        #expect(!trial.watch.isFinished)
        #expect(try trial.poll([], [.whole(1): .failed(65)]) == [.ended(.whole(1), .exited(65))])
        #expect(trial.watch.isFinished)
    }

    @Test("A task that disappears is waited for, then submitted again, and given up after three times")
    func lost() throws {
        var trial = SlurmTrial([try SlurmTrial.whole(0)])
        #expect(try trial.submissions().map(\.number) == [0])
        for number in 1...2 {
            #expect(try trial.submissions([]).isEmpty)
            #expect(try trial.submissions([], after: 2).isEmpty)
            #expect(try trial.submissions([], after: 2).map(\.number) == [number])
        }
        #expect(try trial.poll([]) == [])
        #expect(try trial.poll([], after: 4) == [.lost(.whole(0), SlurmArrayIndex(submission: 2, index: 0))])
        #expect(trial.watch.isFinished)
    }

    @Test("One that is seen again in time is not lost")
    func seenAgain() throws {
        var trial = SlurmTrial([try SlurmTrial.whole(0)])
        _ = try trial.submissions()
        #expect(try trial.poll([]) == [])
        #expect(try trial.poll(["0 0 PENDING"], after: 9) == [])
        #expect(try trial.poll([]) == [])
        #expect(try trial.poll([], [.whole(0): .done]) == [.ended(.whole(0), .exited(0))])
    }

    @Test("A cancelled task has no result, and its old failure does not count for the next submission")
    func interrupted() throws {
        var trial = SlurmTrial([try SlurmTrial.whole(0)])
        _ = try trial.submissions()
        #expect(try trial.poll([], [.whole(0): .failed(130)]) == [])
        #expect(try trial.poll([], [.whole(0): .failed(130)], after: 5).count == 1)
        #expect(try trial.poll([], [.whole(0): .failed(130)]) == [])
        #expect(try trial.poll([], [.whole(0): .done]) == [.ended(.whole(0), .exited(0))])
    }

    @Test("A join goes into the queue behind its chunks")
    func join() throws {
        var trial = SlurmTrial([try SlurmTrial.chunked(7, [1, 3])], arraySize: 1)
        let chunks = try trial.submissions()
        #expect(chunks.map(\.tasks) == [[.chunk(1, of: 7)], [.chunk(3, of: 7)]])
        let joins = try trial.submissions(["0 0 RUNNING", "1 0 PENDING"])
        #expect(joins.map(\.tasks) == [[.join(7)]])
        #expect(joins.first?.after == ["100", "101"])
        let waiting = ["2 0 PENDING Dependency"]
        let done: [BatchTask: SlurmOutcome] = [.chunk(1, of: 7): .done, .chunk(3, of: 7): .done]
        #expect(try trial.poll(waiting, done).count == 2)
        #expect(try trial.poll([], [.join(7): .failed(1)]) == [.ended(.join(7), .exited(1))])
        #expect(trial.watch.isFinished)
    }

    @Test("Where all chunks are there, only the join is submitted, and its failure is one")
    func joinAlone() throws {
        var trial = SlurmTrial([try SlurmTrial.chunked(0, [])])
        #expect(try trial.submissions().map(\.tasks) == [[.join(0)]])
        #expect(try trial.poll([], [.join(0): .failed(74)]) == [.ended(.join(0), .exited(74))])
    }

    @Test("A join that began without a lost chunk is submitted again after that one, and its failure forgotten")
    func lostChunk() throws {
        var trial = SlurmTrial([try SlurmTrial.chunked(0, [0, 1])])
        _ = try trial.submissions()
        #expect(try trial.submissions(["0 0 RUNNING", "0 1 RUNNING"]).map(\.tasks) == [[.join(0)]])
        let early: [BatchTask: SlurmOutcome] = [.chunk(0, of: 0): .done, .join(0): .failed(66)]
        #expect(try trial.poll([], early) == [.ended(.chunk(0, of: 0), .exited(0))])
        let again = try trial.poll([], early, after: 5)
        #expect(again.count == 1)
        guard case .submit(let second)? = again.first else { return #expect(Bool(false), "\(again)") }
        #expect(second.tasks == [.chunk(1, of: 0)])
        // Both are seen at once: the join may have failed before.
        let both: [BatchTask: SlurmOutcome] = [.chunk(1, of: 0): .done, .join(0): .failed(66)]
        let third = try trial.poll([], both)
        #expect(third.first == .ended(.chunk(1, of: 0), .exited(0)))
        guard case .submit(let join)? = third.last else { return #expect(Bool(false), "\(third)") }
        #expect(join.tasks == [.join(0)] && join.after.isEmpty)
        #expect(try trial.poll([], [.join(0): .failed(66)]) == [])
        #expect(try trial.poll([], [.join(0): .done]) == [.ended(.join(0), .exited(0))])
        #expect(trial.watch.isFinished)
    }

    @Test("Without one of its chunks a job has failed: the rest is taken out of the queue and waited for")
    func failedChunk() throws {
        var trial = SlurmTrial([try SlurmTrial.chunked(0, [0, 1])])
        _ = try trial.submissions()
        _ = try trial.submissions(["0 0 RUNNING", "0 1 RUNNING"])
        let steps = try trial.poll(["0 1 RUNNING", "1 0 PENDING"], [.chunk(0, of: 0): .failed(65)])
        #expect(steps == [.ended(.chunk(0, of: 0), .exited(65)), .cancel(["100", "101"])])
        #expect(!trial.watch.isFinished)
        #expect(try trial.poll([]) == [])
        #expect(trial.watch.isFinished)
    }

    @Test("While the controller is silent results are believed, nothing is submitted, and nobody waits for ever")
    func silence() throws {
        var trial = SlurmTrial([try SlurmTrial.whole(0), try SlurmTrial.whole(1)])
        _ = try trial.submissions()
        #expect(try trial.poll(nil, [.whole(0): .done], after: 100) == [.ended(.whole(0), .exited(0))])
        #expect(try trial.poll(nil, after: 199) == [])
        #expect(throws: BatchError.self) { try trial.poll(nil, after: 2) }
    }

    @Test("A submission that is refused has hope while others of ours run, and is tried again when one has ended")
    func refusal() throws {
        var trial = SlurmTrial(try (0..<4).map { try SlurmTrial.whole($0) }, arraySize: 2)
        let steps = try trial.submissions()
        let hasHope = trial.watch.refused(steps[1])
        #expect(hasHope)
        #expect(try trial.poll(["0 0 PENDING", "0 1 PENDING"]) == [])
        let again = try trial.poll(["0 1 PENDING"], [.whole(0): .done])
        #expect(again.first == .ended(.whole(0), .exited(0)))
        guard case .submit(let submission)? = again.last else { return #expect(Bool(false), "\(again)") }
        #expect(submission.tasks == [.whole(2), .whole(3)])
    }

    @Test("Where nothing of ours is in the queue, a refusal is the end")
    func hopelessRefusal() throws {
        var trial = SlurmTrial([try SlurmTrial.whole(0)])
        let steps = try trial.poll([])
        guard case .submit(let submission)? = steps.first else { return #expect(Bool(false), "\(steps)") }
        let hasHope = trial.watch.refused(submission)
        #expect(!hasHope)
    }

    @Test("A task whose dependency never runs has failed, and the rest of its array is not affected")
    func hopeless() throws {
        var trial = SlurmTrial([try SlurmTrial.whole(0), try SlurmTrial.whole(1)])
        _ = try trial.submissions()
        let steps = try trial.poll(["0 0 RUNNING", "0 1 PENDING PartitionTimeLimit"])
        #expect(steps.last == .cancel(["100_1"]))
        guard case .ended(.whole(1), .lost(let reason))? = steps.dropLast().last else {
            return #expect(Bool(false), "\(steps)")
        }
        #expect(reason.contains("PartitionTimeLimit"))
    }

    @Test("A result counts although the queue still lists its task, which is then removed from the queue")
    func runsForEver() throws {
        var trial = SlurmTrial([try SlurmTrial.whole(0), try SlurmTrial.whole(1)])
        _ = try trial.submissions()
        let running = ["0 0 RUNNING", "0 1 RUNNING"]
        #expect(try trial.poll(running, [.whole(1): .done], after: 5).count == 2)
        #expect(try trial.poll(running, [.whole(1): .done], after: 2) == [])
        #expect(
            try trial.poll(running, [.whole(1): .done], after: 5) == [
                .ended(.whole(1), .exited(0)), .cancel(["100_1"]),
            ])
        #expect(try trial.poll(["0 0 RUNNING"], [.whole(0): .done], after: 1) == [])
    }

    @Test("Not more is submitted than a cluster’s queue bears")
    func bound() throws {
        var trial = SlurmTrial(try (0..<7000).map { try SlurmTrial.whole($0) })
        #expect(try trial.submissions().map(\.tasks.count) == [1000, 1000, 1000, 1000, 1000])
    }

    @Test("The cluster is asked often while something happens, and seldom when nothing does")
    func pollInterval() {
        let pollInterval = SlurmPollInterval()
        #expect(pollInterval.interval(after: .zero) == .milliseconds(500))
        #expect(pollInterval.interval(after: .seconds(20)) == .seconds(2))
        #expect(pollInterval.interval(after: .seconds(3600)) == .seconds(10))
    }
}
