package import MediaTime

/// The movie's clock: the host's clock since the first frame, stopped during pauses.
///
/// A pure value.
package struct SessionClock: Sendable {
    /// The time of the first frame.
    package let epoch: HostTime
    /// The clock's value at `epoch`, in nanoseconds: 0, or the length of the earlier recording.
    package let origin: Int64
    package private(set) var pauses = HostIntervals()

    /// - Parameter origin: The clock's value at `epoch`, in nanoseconds.
    package init(epoch: HostTime, origin: Int64 = 0) {
        self.epoch = epoch
        self.origin = origin
    }

    package mutating func pause(at time: HostTime) { pauses.open(at: time) }

    package mutating func resume(at time: HostTime) { pauses.close(at: time) }

    package var isPaused: Bool { pauses.openSince != nil }

    /// Returns the clock's value in nanoseconds. Before `epoch` it is less than `origin`.
    package func nanoseconds(at time: HostTime) -> Int64 {
        origin + (time - epoch - pauses.length(before: time)).nanoseconds
    }

    /// Returns the clock's value in ticks of 1/`timescale` s, rounded to the nearest.
    package func ticks(at time: HostTime, timescale: Int32) -> Int64 {
        MediaTime(value: nanoseconds(at: time), timescale: 1_000_000_000)
            .converted(to: timescale, rounding: .nearest).value
    }

    /// Returns the clock's value in ticks of the video track, or 0 if it is negative.
    package func elapsed(at time: HostTime) -> MediaTime {
        MediaTime(value: max(0, ticks(at: time, timescale: VideoTrack.timescale)), timescale: VideoTrack.timescale)
    }

    /// Returns the host time at which the clock reaches `nanoseconds`, or nil during a pause.
    package func hostTime(of nanoseconds: Int64) -> HostTime? {
        isPaused ? nil : epoch + .nanoseconds(nanoseconds - origin) + pauses.length(before: .distantFuture)
    }
}
