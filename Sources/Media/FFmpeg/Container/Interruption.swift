internal import CFFmpeg
package import MediaTime
import Synchronization

/// Ends a call into FFmpeg that blocks, from any thread: a device that is opened or read.
package final class Interruption: Sendable {
    private let isOver = Atomic(false)
    /// In nanoseconds of `HostTime`.
    private let deadline = Atomic(Int64.max)

    package init() {}

    /// Ends the call that is under way, and all that come.
    package func interrupt() { isOver.store(true, ordering: .relaxed) }

    /// Ends calls at this instant; nil: takes that back.
    package func setDeadline(_ time: HostTime?) { deadline.store(time?.nanoseconds ?? .max, ordering: .relaxed) }

    /// Whether calls are to end.
    package var isDue: Bool {
        if isOver.load(ordering: .relaxed) { return true }
        let deadline = deadline.load(ordering: .relaxed)
        return deadline != .max && deadline <= HostTime.now.nanoseconds
    }

    /// What FFmpeg asks while it waits. Whoever gives it to a context keeps this object as long as that: `LiveInput` itself,
    /// `Demuxer` by its `IOContext`.
    var callback: AVIOInterruptCB {
        AVIOInterruptCB(
            callback: { opaque in
                guard let opaque else { return 0 }
                return Unmanaged<Interruption>.fromOpaque(opaque).takeUnretainedValue().isDue ? 1 : 0
            }, opaque: Unmanaged.passUnretained(self).toOpaque())
    }
}
