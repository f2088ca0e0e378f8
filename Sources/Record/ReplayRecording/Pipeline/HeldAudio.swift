import MediaTime

/// Samples that are held until their time, because a sink that renders ahead delivers them early.
struct HeldAudio: Sendable {
    /// The interleaved samples.
    var samples: [Float]
    /// The time of the first sample.
    package var time: HostTime
    /// The time after the last sample.
    var end: HostTime
}
