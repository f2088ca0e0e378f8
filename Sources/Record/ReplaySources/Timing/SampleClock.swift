package import MediaTime

/// The times of a stream's samples, at 48 kHz.
///
/// The first measurement sets the clock. After that, times follow the sample count, so that they are free of jitter.
/// Each further measurement moves them by an eighth of the difference, at most 1 ms. With one measurement per second, a
/// source that is 100 ppm off stays within 1 ms. A difference above 50 ms that is measured twice in a row is not drift,
/// because samples were lost: the clock then jumps.
package struct SampleClock: Sendable {
    package static let rate: Int64 = 48_000
    private static let maxStep = Duration.milliseconds(1)
    private static let maxDrift = Duration.milliseconds(50)

    /// The time of sample 0.
    private var origin: HostTime
    private var isSuspect = false

    /// - Parameter time: The time at which sample number `sample` was captured.
    package init(sample: Int64, at time: HostTime) {
        origin = time - Self.duration(of: sample)
    }

    /// Returns the time of sample number `sample`.
    package func time(of sample: Int64) -> HostTime {
        origin + Self.duration(of: sample)
    }

    /// Adjusts the clock by a measurement: sample number `sample` was captured at `time`.
    package mutating func measure(sample: Int64, at time: HostTime) {
        let difference = time - self.time(of: sample)
        if difference.magnitude > Self.maxDrift {
            if isSuspect { origin = origin + difference }
            isSuspect.toggle()
        } else {
            isSuspect = false
            origin = origin + max(.zero - Self.maxStep, min(Self.maxStep, difference / 8))
        }
    }

    /// Returns the duration of a number of samples, truncated to the nanosecond.
    package static func duration(of samples: Int64) -> Duration { .nanoseconds(samples * 62_500 / 3) }

    /// Returns the number of samples in a duration, rounded to the nearest.
    package static func samples(in duration: Duration) -> Int64 { (duration.nanoseconds * 3 + 31_250) / 62_500 }
}
