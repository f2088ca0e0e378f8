import Foundation
import Testing

@testable import Threads

@Suite(.timeLimit(.minutes(30))) struct ThreadExecutorTests {
    /// An actor that blocks its thread.
    private actor Blocker {
        private let executor: ThreadExecutor
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        private var numbers: [Int] = []

        init(on executor: ThreadExecutor) { self.executor = executor }

        /// Blocks until the gate is open.
        /// - Returns: True if the gate was open.
        func wait(at gate: ConditionLock<Gate>) -> Bool {
            gate.update { $0.waiting += 1 }
            return gate.wait(until: .distantFuture) { $0.isOpen ? true : nil } ?? false
        }

        /// Starts tasks that each add a number, and waits for them.
        func addNumbers(to count: Int) async -> [Int] {
            for task in (0..<count).map({ number in Task { numbers.append(number) } }) { await task.value }
            return numbers
        }
    }

    private struct Gate {
        var waiting = 0
        var isOpen = false
    }

    @Test("Tasks run while more actors block than there are processors")
    func blocking() async throws {
        let count = 2 * ProcessInfo.processInfo.activeProcessorCount + 1
        let gate = ConditionLock(Gate())
        let waits = try (0..<count).map { _ in
            let blocker = Blocker(on: try ThreadExecutor("blocker"))
            return Task { await blocker.wait(at: gate) }
        }
        while gate.read(\.waiting) < count { await Task.yield() }
        gate.update { $0.isOpen = true }
        for wait in waits { #expect(await wait.value) }
    }

    @Test("Jobs run in the order in which they are enqueued")
    func order() async throws {
        let blocker = Blocker(on: try ThreadExecutor("blocker"))
        #expect(await blocker.addNumbers(to: 1000) == Array(0..<1000))
    }

    @Test("An executor exists as long as its actor or a job")
    func release() async throws {
        weak var executor: ThreadExecutor?
        do {
            let own = try ThreadExecutor("blocker")
            executor = own
            #expect(await Blocker(on: own).addNumbers(to: 1) == [0])
        }
        // The thread releases its last job after the result is there.
        while executor != nil { await Task.yield() }
    }
}
