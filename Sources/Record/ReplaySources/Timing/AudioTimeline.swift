/// Places buffers of samples on a track that has no holes: silence where nothing came, nothing twice,
/// and a clock that drifts is followed by one sample more or less at a time.
///
/// A pure value.
package struct AudioTimeline: Sendable {
    /// What to do with a buffer.
    package struct Placement: Equatable, Sendable {
        /// Samples of silence to put before it.
        package var silence = 0
        /// Samples of it to leave out at its start.
        package var skipped = 0
        /// Samples by which what is left is made longer (1) or shorter (-1).
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
    /// Whether a buffer stands at the end of the track: else the next is put just where it belongs, however near.
    private var isFollowing = false

    /// Beyond this a buffer does not follow the one before: 100 ms.
    private static let hole: Int64 = 4_800
    /// A difference that is corrected: 5 ms; and one at which correction rests: 1 ms.
    private static let (tolerance, target): (Int64, Int64) = (240, 48)

    /// - Parameter origin: where the track begins, in samples.
    package init(origin: Int64 = 0) {
        position = origin
    }

    /// - Parameters:
    ///   - count: samples in the buffer.
    ///   - start: where its first sample belongs on the track by the clock, in samples; may be negative.
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
        // Of fewer than two samples none can be stretched, and none be made.
        if rest + min(0, placement.stretch) < 2 { placement.stretch = 0 }
        isFollowing = rest > 0
        position += Int64(placement.silence + rest + placement.stretch)
        return placement
    }

    private mutating func correction(of difference: Int64) -> Int {
        isCorrecting = difference.magnitude > Self.tolerance || isCorrecting && difference.magnitude > Self.target
        return isCorrecting ? Int(difference.signum()) : 0
    }

    /// Fills the track with silence.
    /// - Returns: how many samples of silence bring it to `end`; 0 where it is that long already.
    package mutating func fill(to end: Int64) -> Int {
        let missing = max(0, end - position)
        position += missing
        if missing > 0 { isFollowing = false }
        return Int(missing)
    }
}
