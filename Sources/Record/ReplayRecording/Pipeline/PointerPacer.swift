package import Geometry
package import MediaTime

/// A selection of the pointer positions to store: each change, at most 60 per second, and always the last one.
///
/// A pure value. The caller provides the times.
package struct PointerPacer: Sendable {
    /// A position of the pointer at a time.
    package struct Sighting: Hashable, Sendable {
        /// The position, or nil if the pointer is not over the recorded area.
        package let place: PixelPoint?
        package let time: HostTime

        package init(place: PixelPoint?, time: HostTime) { (self.place, self.time) = (place, time) }
    }

    private var pacer = FramePacer(framesPerSecond: 60)
    private var latest: Sighting?
    /// True if the latest position is not stored yet.
    private var isHeld = false

    package init() {}

    /// Records the pointer's current position.
    /// - Returns: The position to store now, if any.
    package mutating func see(_ place: PixelPoint?, at time: HostTime) -> Sighting? {
        if latest.map({ $0.place != place }) ?? true {
            latest = Sighting(place: place, time: time)
            isHeld = true
        }
        guard pacer.earliest.map({ $0 <= time }) ?? true else { return nil }
        return flush()
    }

    /// - Returns: The position that was held back, if any.
    package mutating func flush() -> Sighting? {
        guard isHeld, let latest else { return nil }
        isHeld = false
        pacer.skip(at: latest.time)
        return latest
    }

    /// Forgets the position, so that the next one counts as a change.
    package mutating func reset() { (latest, isHeld) = (nil, false) }
}
