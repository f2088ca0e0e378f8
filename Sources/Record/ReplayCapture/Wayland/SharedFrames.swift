import Geometry
import PipeWire
import Synchronization

/// The receiver of shared frames on PipeWire's threads, which provides the latest one to the capture's thread. It does
/// not own the stream, because any of these threads may release it last.
final class SharedFrames: VideoStreamReceiver {
    private let frame: Mutex<SharedFrame>

    init(_ frame: consuming sending SharedFrame) { self.frame = Mutex(frame) }

    func streamChanged(width: Int, height: Int) {
        frame.withLock { $0.change(to: PixelSize(width: width, height: height)) }
    }

    func streamHas(_ frame: consuming StreamFrame) -> StreamFrame? {
        var came = Optional(frame)
        return self.frame.withLock { shared in
            guard let frame = came.take() else { return nil }
            return shared.take(frame)
        }
    }

    func streamLosesFrames() { frame.withLock { $0.loseFrames() } }

    /// Calls `body` with the latest frame, which is not returned or lost during the call. `body` must not take the
    /// connection's lock.
    func withLock<Result>(_ body: (inout SharedFrame) -> Result) -> Result where Result: Sendable {
        frame.withLock { body(&$0) }
    }
}
