package import Geometry
package import MediaTime

/// Decides which places of the pointer are written down: each change, but no more than 60 a second, and always the last one.
///
/// A pure value; the caller brings the clock.
package struct PointerPacer: Sendable {
    /// Where the pointer was.
    package struct Sighting: Hashable, Sendable {
        /// Nil: not over what is recorded.
        package let place: PixelPoint?
        package let time: HostTime

        package init(place: PixelPoint?, time: HostTime) { (self.place, self.time) = (place, time) }
    }

    private var pacer = FramePacer(framesPerSecond: 60)
    private var latest: Sighting?
    /// Whether the latest was not given out yet.
    private var isHeld = false

    package init() {}

    /// Takes note of where the pointer is.
    /// - Returns: what is to be written down by now.
    package mutating func see(_ place: PixelPoint?, at time: HostTime) -> Sighting? {
        if latest.map({ $0.place != place }) ?? true {
            latest = Sighting(place: place, time: time)
            isHeld = true
        }
        guard pacer.earliest.map({ $0 <= time }) ?? true else { return nil }
        return flush()
    }

    /// - Returns: what was held back, if anything.
    package mutating func flush() -> Sighting? {
        guard isHeld, let latest else { return nil }
        isHeld = false
        pacer.skip(at: latest.time)
        return latest
    }

    /// Forgets where the pointer was: the next place is one that it has come to, whichever it is.
    package mutating func reset() { (latest, isHeld) = (nil, false) }
}
