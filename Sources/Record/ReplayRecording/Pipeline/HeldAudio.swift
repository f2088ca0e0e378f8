import MediaTime

/// Samples that are not yet heard: a sink that has rendered ahead gives them before their time.
struct HeldAudio: Sendable {
    /// Interleaved.
    var samples: [Float]
    /// The instant of the first.
    package var time: HostTime
    /// The instant after the last.
    var end: HostTime
}
