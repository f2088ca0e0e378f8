package import MediaTime

/// A selection of the movie's frames for the proxy: at most 30 frames per second, with no more delay than that
/// requires.
///
/// A frame that comes too soon after the previous one waits. If another frame comes meanwhile, that frame replaces it.
/// Otherwise the screen is unchanged, and the waiting frame is sent.
///
/// A pure value. The caller provides the times.
package struct ProxyPacer: Sendable {
    /// The maximum rate, in frames per second.
    package static let framesPerSecond = 30

    private var pacer = FramePacer(framesPerSecond: framesPerSecond)
    /// The time at which the waiting frame is sent, or nil if none waits.
    package private(set) var deadline: HostTime?

    package init() {}

    /// Records a frame of the movie, which replaces a waiting one.
    /// - Returns: True if the frame must be sent at once. Otherwise it waits.
    package mutating func offer(at time: HostTime) -> Bool {
        if let earliest = pacer.earliest, time < earliest {
            deadline = pacer.nextRegular
            return false
        }
        send(at: time)
        return true
    }

    /// Records that the waiting frame is sent now.
    package mutating func send(at now: HostTime) {
        _ = pacer.take(at: now)
        deadline = nil
    }

    /// Drops the waiting frame.
    package mutating func drop() { deadline = nil }
}
