internal import CFFmpeg
import Glibc
import Synchronization

/// Ends a call into FFmpeg that blocks, from any thread: a device that is opened or read.
package final class Interruption: Sendable {
    private let isOver = Atomic(false)
    /// In nanoseconds of the monotonic clock.
    private let deadline = Atomic(Int64.max)

    package init() {}

    /// Ends the call that is under way, and all that come.
    package func interrupt() { isOver.store(true, ordering: .relaxed) }

    /// Ends calls at this instant, in nanoseconds of `CLOCK_MONOTONIC`; nil: takes that back.
    package func setDeadline(_ nanoseconds: Int64?) { deadline.store(nanoseconds ?? .max, ordering: .relaxed) }

    /// Ends calls that are under way after some seconds, and all that come then.
    func setDeadline(in seconds: Int) { setDeadline(Self.now + Int64(seconds) * 1_000_000_000) }

    /// Whether calls are to end.
    package var isDue: Bool {
        if isOver.load(ordering: .relaxed) { return true }
        let deadline = deadline.load(ordering: .relaxed)
        return deadline != .max && deadline <= Self.now
    }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
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
