/// A calculation that places sample buffers on a track without gaps. It fills gaps with silence, drops overlaps, and
/// follows a clock that drifts by one sample at a time.
///
/// A pure value.
package struct AudioTimeline: Sendable {
    /// The instructions for placing a buffer.
    package struct Placement: Equatable, Sendable {
        /// The number of samples of silence to insert before it.
        package var silence = 0
        /// The number of samples to drop at its start.
        package var skipped = 0
        /// The number of samples by which to lengthen (1) or shorten (-1) the rest of the buffer.
        package var stretch = 0

        package init(silence: Int = 0, skipped: Int = 0, stretch: Int = 0) {
            self.silence = silence
            self.skipped = skipped
            self.stretch = stretch
        }
    }

    /// The length of the track so far, in samples.
    package private(set) var position: Int64
    private var isCorrecting = false
    /// True if the track ends with a buffer. Otherwise the next buffer is placed exactly, however small the difference.
    private var isFollowing = false

    /// The difference above which a buffer does not follow the previous one: 100 ms.
    private static let hole: Int64 = 4_800
    /// The difference at which correction begins, 5 ms, and the one at which it ends, 1 ms.
    private static let (tolerance, target): (Int64, Int64) = (240, 48)

    /// - Parameter origin: The start of the track, in samples.
    package init(origin: Int64 = 0) {
        position = origin
    }

    /// Places the next buffer at the end of the track.
    /// - Parameters:
    ///   - count: The number of samples in the buffer.
    ///   - start: The position of its first sample on the track by the clock, in samples. May be negative.
    package mutating func place(_ count: Int, at start: Int64) -> Placement {
        var placement = Placement()
        let difference = start - position
        if difference > Self.hole || (!isFollowing && difference > 0) {
            placement.silence = Int(difference)
            isCorrecting = false
        } else if difference < -Self.hole || (!isFollowing && difference < 0) {
            placement.skipped = Int(min(Int64(count), -difference))
            isCorrecting = false
        } else {
            placement.stretch = correction(of: difference)
        }
        let rest = count - placement.skipped
        // Stretching needs at least two samples, before and after.
        if rest + min(0, placement.stretch) < 2 { placement.stretch = 0 }
        isFollowing = rest > 0
        position += Int64(placement.silence + rest + placement.stretch)
        return placement
    }

    private mutating func correction(of difference: Int64) -> Int {
        isCorrecting = difference.magnitude > Self.tolerance || isCorrecting && difference.magnitude > Self.target
        return isCorrecting ? Int(difference.signum()) : 0
    }

    /// Fills the track with silence up to `end`.
    /// - Returns: The number of samples of silence, or 0 if the track is already that long.
    package mutating func fill(to end: Int64) -> Int {
        let missing = max(0, end - position)
        position += missing
        if missing > 0 { isFollowing = false }
        return Int(missing)
    }
}
