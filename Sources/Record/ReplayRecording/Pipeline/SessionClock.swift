package import MediaTime

/// The movie's clock: the host's, from the instant of its first frame on, standing still during pauses.
///
/// A pure value.
package struct SessionClock: Sendable {
    /// The instant of the first frame.
    package let epoch: HostTime
    /// What the movie's clock shows at `epoch`, in nanoseconds: 0, or where an earlier recording had ended.
    package let origin: Int64
    package private(set) var pauses = HostIntervals()

    /// - Parameter origin: what the clock shows at `epoch`, in nanoseconds.
    package init(epoch: HostTime, origin: Int64 = 0) {
        self.epoch = epoch
        self.origin = origin
    }

    package mutating func pause(at time: HostTime) { pauses.open(at: time) }

    package mutating func resume(at time: HostTime) { pauses.close(at: time) }

    package var isPaused: Bool { pauses.openSince != nil }

    /// Nanoseconds on the movie's clock; less than its origin before `epoch`.
    package func nanoseconds(at time: HostTime) -> Int64 {
        origin + (time - epoch - pauses.length(before: time)).nanoseconds
    }

    /// Ticks of a track's clock, `timescale` of them a second, to the nearest.
    package func ticks(at time: HostTime, timescale: Int32) -> Int64 {
        MediaTime(value: nanoseconds(at: time), timescale: 1_000_000_000)
            .converted(to: timescale, rounding: .nearest).value
    }

    /// What the clock shows, in ticks of the video track; 0 before `epoch`.
    package func elapsed(at time: HostTime) -> MediaTime {
        MediaTime(value: max(0, ticks(at: time, timescale: VideoTrack.timescale)), timescale: VideoTrack.timescale)
    }

    /// When the clock will show `nanoseconds`; nil while it stands still.
    package func hostTime(of nanoseconds: Int64) -> HostTime? {
        isPaused ? nil : epoch + .nanoseconds(nanoseconds - origin) + pauses.length(before: .distantFuture)
    }
}
