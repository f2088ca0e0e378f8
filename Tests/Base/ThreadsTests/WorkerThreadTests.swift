import Dispatch
import Glibc
import MediaTime
import ReplayErrors
import Synchronization
import Testing

@testable import Threads

/// Checks `WorkerThread`: who waits, what a thread releases, and how it fails.
@Suite struct WorkerThreadTests {
    private struct Failure: Error {}

    /// The number of objects of the work that were released.
    private final class Releases: Sendable {
        let count = Atomic(0)
        let released = DispatchSemaphore(value: 0)
        var value: Int { count.load(ordering: .acquiring) }
    }

    /// An object that only the work of a thread owns.
    private final class Resource: Sendable {
        private let releases: Releases
        private let thread: pthread_t

        init(_ releases: Releases) {
            self.releases = releases
            thread = pthread_self()
        }

        var isOnOtherThread: Bool { pthread_equal(thread, pthread_self()) == 0 }

        deinit {
            releases.count.add(1, ordering: .releasing)
            releases.released.signal()
        }
    }

    private func start(_ count: Int, _ releases: Releases, _ moved: Releases) throws -> WorkerThread {
        let resources = (0..<count).map { _ in Resource(releases) }
        return try WorkerThread(named: "work") {
            for resource in resources where resource.isOnOtherThread { moved.count.add(1, ordering: .releasing) }
        }
    }

    @Test("A joined thread has done its work and released all of it")
    func joins() throws {
        let (releases, moved) = (Releases(), Releases())
        let thread = try start(100, releases, moved)
        thread.join()
        #expect(moved.value == 100)
        #expect(releases.value == 100)
    }

    @Test("A thread that nobody joins ends its work")
    func detached() throws {
        let (releases, moved) = (Releases(), Releases())
        _ = try start(1, releases, moved)
        #expect(releases.released.wait(timeout: .now() + 60) == .success)
        #expect(moved.value == 1)
    }

    @Test("The result or the error of blocking work is returned, and the caller's thread is not blocked")
    func runs() async throws {
        // More threads wait than the cooperative pool has. The last one ends the wait of all.
        let waiting = ConditionLock(0)
        let count = 64
        let results = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<count {
                group.addTask {
                    try await WorkerThread.run(named: "wait") {
                        waiting.update { $0 += 1 }
                        let started = waiting.wait(until: .now + .seconds(60)) { $0 == count ? $0 : nil }
                        return started == count ? number : -1
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.sorted() == Array(0..<count))
        await #expect(throws: Failure.self) { try await WorkerThread.run(named: "fail") { throw Failure() } }
    }

    @Test("An error names the thread and is temporary")
    func error() {
        let error = ThreadError(name: "encode", code: EAGAIN)
        #expect(error.category == .temporary)
        #expect(error.description == "cannot start the thread “encode”: Resource temporarily unavailable")
    }
}
