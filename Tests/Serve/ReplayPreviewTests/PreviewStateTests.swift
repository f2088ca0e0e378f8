import Foundation
import MediaTime
import NIOPosix
import ReplayTestSupport
import Testing
import Threads

@testable import ReplayPreview

@Suite(.timeLimit(.minutes(30))) struct PreviewStateTests {
    fileprivate struct Gate {
        var waiting = 0
        var isOpen = false
    }

    @Test("States block threads of their own, and none of Swift's")
    func threads() async throws {
        let directory = try TemporaryDirectory("state")
        let gate = ConditionLock(Gate())
        let states = try (0...ProcessInfo.processInfo.activeProcessorCount).map { _ in
            try PreviewState(
                nil, mode: .library, home: directory.path("home"), pool: .singleton,
                events: AsyncStream.makeStream().continuation)
        }
        let waits = states.map { state in Task { await state.wait(at: gate) } }
        while gate.read(\.waiting) < states.count { await Task.yield() }
        gate.update { $0.isOpen = true }
        for wait in waits { #expect(await wait.value) }
    }
}

extension PreviewState {
    /// Blocks until the gate is open.
    /// - Returns: False if the gate does not open within a minute.
    fileprivate func wait(at gate: ConditionLock<PreviewStateTests.Gate>) -> Bool {
        gate.update { $0.waiting += 1 }
        return gate.wait(until: .now + .seconds(60)) { $0.isOpen ? true : nil } ?? false
    }
}
