import CLinux
import CPulse
import Descriptors
import Glibc
import MediaTime
import ReplaySources

/// A repeating timer on a loop's thread, which can also run its function once on request.
///
/// The timer uses the monotonic clock and needs no connection, whereas libpulse's own timers need one. The object must
/// be created and freed with the loop's lock held.
final class PulseTicker {
    private let loop: PulseLoop
    private let clock: OwnedDescriptor
    private let body: (_ isTick: Bool) -> Void
    private var timer: OpaquePointer?
    private var soon: OpaquePointer?

    /// Starts the timer.
    /// - Parameters:
    ///   - period: The interval between two calls, below one second.
    ///   - body: The function to call. It gets true for a timer call, false for a requested one.
    init(on loop: PulseLoop, period: Duration, _ body: @escaping (_ isTick: Bool) -> Void) throws(CaptureError) {
        guard let clock = OwnedDescriptor(timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))) else {
            throw PulseLoop.outOfResources
        }
        (self.loop, self.clock, self.body) = (loop, clock, body)
        let interval = timespec(tv_sec: 0, tv_nsec: Int(period.nanoseconds))
        var setting = itimerspec(it_interval: interval, it_value: interval)
        timerfd_settime(clock.descriptor.rawValue, 0, &setting, nil)
        // `deinit` frees both events. It holds the loop's lock, as their callbacks do.
        let this = Unmanaged.passUnretained(self).toOpaque()
        timer = loop.api?.pointee.io_new(
            loop.api, clock.descriptor.rawValue, PA_IO_EVENT_INPUT,
            { _, _, _, _, this in PulseTicker.at(this)?.tick() }, this)
        soon = loop.api?.pointee.defer_new(loop.api, { _, _, this in PulseTicker.at(this)?.call() }, this)
        guard timer != nil, let soon else { throw PulseLoop.outOfResources }
        loop.api?.pointee.defer_enable(soon, 0)
    }

    deinit {
        if let timer { loop.api?.pointee.io_free(timer) }
        if let soon { loop.api?.pointee.defer_free(soon) }
    }

    /// Requests a call of the function after the current callback has returned.
    func callSoon() {
        if let soon { loop.api?.pointee.defer_enable(soon, 1) }
    }

    private static func at(_ address: UnsafeMutableRawPointer?) -> PulseTicker? {
        address.map { Unmanaged<PulseTicker>.fromOpaque($0).takeUnretainedValue() }
    }

    private func tick() {
        var expirations: UInt64 = 0
        // If the timer has not expired, the read fails and there is no tick.
        let count = try? withUnsafeMutableBytes(of: &expirations) { try clock.descriptor.read(into: $0) }
        if count != nil { body(true) }
    }

    private func call() {
        if let soon { loop.api?.pointee.defer_enable(soon, 0) }
        body(false)
    }
}
