import Geometry
import PipeWire
import Synchronization

/// Takes the frames that a compositor shares, on PipeWire's threads, and has the latest one for the capture's. It is none of
/// those that end the stream: any of these threads may be the last to let go of it.
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

    /// Does something with the latest frame, which is neither given back nor lost meanwhile. Who does must not ask for the
    /// connection's lock.
    func withLock<Result>(_ body: (inout SharedFrame) -> Result) -> Result where Result: Sendable {
        frame.withLock { body(&$0) }
    }
}
