/// The times of a scene's frames: whole multiples of the frame duration of CLOCK_MONOTONIC. Thus a frame comes at each
/// full second, at which the flash also begins.
package struct SceneSchedule {
    package let rate: UInt64
    /// The durations of motion and of stillness, in seconds. The second is 0 for scenes that always move.
    package let motionSeconds, stillSeconds: UInt64

    package init(_ configuration: SceneConfiguration) {
        rate = configuration.kind == .typing ? 8 : UInt64(configuration.rate)
        motionSeconds = UInt64(configuration.motionSeconds)
        stillSeconds = configuration.kind == .pulsed ? UInt64(configuration.stillSeconds) : 0
    }

    /// Returns the first instant after `now`, in nanoseconds, at which a frame of a scene that began at `start` is due.
    package func next(after now: UInt64, start: UInt64) -> UInt64 {
        let index = now / 1_000_000_000 * rate + now % 1_000_000_000 * rate / 1_000_000_000 + 1
        let due = instant(of: index)
        let cycle = (motionSeconds + stillSeconds) * 1_000_000_000
        guard stillSeconds > 0, (due - start) % cycle >= motionSeconds * 1_000_000_000 else { return due }
        let nextMotion = start + ((due - start) / cycle + 1) * cycle
        return next(after: nextMotion, start: start)
    }

    private func instant(of index: UInt64) -> UInt64 {
        // Rounded up: if rounded down, the frame would be due just before its own second.
        index / rate * 1_000_000_000 + (index % rate * 1_000_000_000 + rate - 1) / rate
    }
}
