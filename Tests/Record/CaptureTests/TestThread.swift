import Foundation
import Synchronization

/// A thread that works beside the test.
final class TestThread {
    private let end = DispatchSemaphore(value: 0)

    /// Starts the thread. The work may use the test's values until the thread is joined.
    init(_ work: @escaping () -> Void) {
        let end = end
        nonisolated(unsafe) let work = work
        Thread {
            work()
            end.signal()
        }.start()
    }

    func join() {
        end.wait()
        end.signal()
    }
}

/// SplitMix64, a generator that gives the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

/// A flag that tells another thread that something is done.
final class Flag: Sendable {
    private let count = Mutex(0)

    var isRaised: Bool { count.withLock { $0 > 0 } }
    func raise() { count.withLock { $0 += 1 } }
}
