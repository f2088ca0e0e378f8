import FFmpeg
import ReplayTestSupport
import Testing
import Threads

@testable import ReplayCapture

/// Checks waits in a program that handles signals.
@Suite struct InterruptedWaitTests {
    @Test("A signal does not end the wait for a change of the screen", .timeLimit(.minutes(30)))
    func screen() throws {
        let waker = try CaptureWaker()
        let wasWoken = ConditionLock(false)
        let thread = try SignalledThread {
            ScreenCapture.sleep(until: nil, unlessReadable: [waker.descriptor])
            wasWoken.update { $0 = waker.consume() }
        }
        for _ in 0..<20 { thread.interrupt() }
        waker.wake()
        thread.join()
        #expect(wasWoken.read { $0 })
    }
}
