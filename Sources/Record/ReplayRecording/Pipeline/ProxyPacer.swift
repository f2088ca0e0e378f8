package import MediaTime

/// Says which of the movie's frames the proxy gets: at most 30 a second, and none later than it must.
///
/// A frame that comes too soon after the one before waits. Where another comes within the time it is surplus;
/// otherwise the screen stands still, and it is sent.
///
/// A pure value; the caller brings the clock.
package struct ProxyPacer: Sendable {
    /// The ceiling.
    package static let framesPerSecond = 30

    private var pacer = FramePacer(framesPerSecond: framesPerSecond)
    /// When the frame that waits is to be sent; nil: none does.
    package private(set) var deadline: HostTime?

    package init() {}

    /// Notes a frame of the movie, which takes the place of one that waits.
    /// - Returns: whether it is to be sent at once; otherwise it waits.
    package mutating func offer(at time: HostTime) -> Bool {
        if let earliest = pacer.earliest, time < earliest {
            deadline = pacer.nextRegular
            return false
        }
        send(at: time)
        return true
    }

    /// Notes that the frame that waits is sent now.
    package mutating func send(at now: HostTime) {
        _ = pacer.take(at: now)
        deadline = nil
    }

    /// Gives up the frame that waits.
    package mutating func drop() { deadline = nil }
}
