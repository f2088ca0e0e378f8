import FFmpeg
package import MediaTime
import ReplayCapture
import Synchronization
import Threads

/// A source that paints the video track from a captured screen, with its own thread.
package final class ScreenSource: Sendable {
    private let waker: CaptureWaker
    private let thread: Mutex<WorkerThread?>
    private let stopped: ConditionLock<HostTime?>

    /// Starts the thread, which takes over the painter.
    /// - Parameters:
    ///   - onStart: Called with the time of the first frame, at which the movie's clock starts.
    ///   - onFailure: Called if the screen can no longer be captured, or if the track cannot be ended. The track holds
    ///     its last frame until `stop(at:)`.
    init(
        _ painter: sending ScreenPainter, onStart: @escaping @Sendable (HostTime) -> Void,
        onFailure: @escaping @Sendable (any Error) -> Void
    ) throws(ThreadError) {
        let stopped = ConditionLock<HostTime?>(nil)
        waker = painter.waker
        self.stopped = stopped
        let thread = try WorkerThread(named: "screen") {
            do {
                try painter.begin(onStart)
                while stopped.read({ $0 == nil }) { try painter.step(until: stopped) }
            } catch {
                onFailure(error)
            }
            let end = stopped.wait(until: .distantFuture) { $0 } ?? .now
            do { try painter.end(at: end) } catch { onFailure(error) }
        }
        self.thread = Mutex(thread)
    }

    /// Makes the thread check the session's gate at once.
    package func gateChanged() { waker.wake() }

    /// Ends the thread without waiting for it: the display may never answer.
    package func abandon() {
        stopped.update { $0 = .now }
        waker.wake()
    }

    /// Ends the video track at `time`. Returns when that is done.
    package func stop(at time: HostTime) {
        stopped.update { $0 = time }
        waker.wake()
        if let thread = thread.withLock({ $0.take() }) { thread.join() }
    }
}
