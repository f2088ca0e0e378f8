package import MediaTime

/// The time of each sample of a stream, at 48 kHz.
///
/// The first measurement sets it. From then on times follow the count of samples, so that they are free of
/// jitter; each further measurement moves them by an eighth of the difference, at most 1 ms. With one
/// measurement a second a source that is 100 ppm off stays within 1 ms. A difference above 50 ms that is
/// measured twice in a row is no drift (samples were lost): then the clock jumps.
package struct SampleClock: Sendable {
    package static let rate: Int64 = 48_000
    private static let maxStep = Duration.milliseconds(1)
    private static let maxDrift = Duration.milliseconds(50)

    /// The time of sample 0.
    private var origin: HostTime
    private var isSuspect = false

    /// - Parameter time: when sample number `sample` was heard.
    package init(sample: Int64, at time: HostTime) {
        origin = time - Self.duration(of: sample)
    }

    /// The time of sample number `sample`.
    package func time(of sample: Int64) -> HostTime {
        origin + Self.duration(of: sample)
    }

    /// Follows a measurement: sample number `sample` was heard at `time`.
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

    /// How long so many samples last, to the nanosecond.
    package static func duration(of samples: Int64) -> Duration { .nanoseconds(samples * 62_500 / 3) }

    /// How many samples that time has, to the nearest.
    package static func samples(in duration: Duration) -> Int64 { (duration.nanoseconds * 3 + 31_250) / 62_500 }
}
