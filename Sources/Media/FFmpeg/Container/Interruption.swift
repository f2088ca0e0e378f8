internal import CFFmpeg
package import MediaTime
import Synchronization

/// A way to end blocking FFmpeg calls from any thread, such as opening or reading a device.
package final class Interruption: Sendable {
    private let isOver = Atomic(false)
    /// The deadline in nanoseconds of `HostTime`.
    private let deadline = Atomic(Int64.max)

    package init() {}

    /// Ends the current call and all later ones.
    package func interrupt() { isOver.store(true, ordering: .relaxed) }

    /// Sets the instant after which calls end. Nil removes the deadline.
    package func setDeadline(_ time: HostTime?) { deadline.store(time?.nanoseconds ?? .max, ordering: .relaxed) }

    /// True if calls must end.
    package var isDue: Bool {
        if isOver.load(ordering: .relaxed) { return true }
        let deadline = deadline.load(ordering: .relaxed)
        return deadline != .max && deadline <= HostTime.now.nanoseconds
    }

    /// The callback that FFmpeg polls while it waits. A context's owner must keep this object as long as the context:
    /// `LiveInput` does so itself, `Demuxer` through its `IOContext`.
    var callback: AVIOInterruptCB {
        AVIOInterruptCB(
            callback: { opaque in
                guard let opaque else { return 0 }
                return Unmanaged<Interruption>.fromOpaque(opaque).takeUnretainedValue().isDue ? 1 : 0
            }, opaque: Unmanaged.passUnretained(self).toOpaque())
    }
}
