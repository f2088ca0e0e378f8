import Foundation
import MediaTime
import ReplayTestSupport
import Testing
import Threads

@testable import ReplayBatch

@Suite(.timeLimit(.minutes(30))) struct BatchRunTests {
    fileprivate struct Gate {
        var waiting = 0
        var isOpen = false
    }

    @Test("Batches block threads of their own, and none of Swift's")
    func threads() async throws {
        let directory = try TemporaryDirectory("batch")
        let jobFile = directory.path("jobs.json")
        let folder = try BatchFolder(of: jobFile, isNew: true)
        let plan = try BatchPlan(
            [], order: JobOrder([], path: jobFile), options: BatchOptions(), after: ResultLookup([]))
        let gate = ConditionLock(Gate())
        let runs = try (0...ProcessInfo.processInfo.activeProcessorCount).map { _ in
            try BatchRun(plan, in: folder) { _ in }
        }
        let waits = runs.map { run in Task { await run.wait(at: gate) } }
        while gate.read(\.waiting) < runs.count { await Task.yield() }
        gate.update { $0.isOpen = true }
        for wait in waits { #expect(await wait.value) }
    }
}

extension BatchRun {
    /// Blocks until the gate is open.
    /// - Returns: False if the gate does not open within a minute.
    fileprivate func wait(at gate: ConditionLock<BatchRunTests.Gate>) -> Bool {
        gate.update { $0.waiting += 1 }
        return gate.wait(until: .now + .seconds(60)) { $0.isOpen ? true : nil } ?? false
    }
}
