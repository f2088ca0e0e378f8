/// The repetition of a frame that stays on the screen while an effect on it moves.
///
/// The result depends only on the time at which the frame was last shown. Therefore it is the same from whichever frame
/// a renderer starts, and in the preview.
package struct FrameRepetition: Sendable, Equatable {
    /// The interval between two frames, in ticks of the recording's track, above 0.
    package let interval: Int64
    /// The least time between a repeated frame and the next one, in ticks.
    private let leastRest: Int64

    /// - Parameter isStrict: True if no interval may be longer, as for a constant frame rate, which would show a frame
    ///   twice. False to avoid repeated frames shortly before the next one.
    package init(interval: Int64, isStrict: Bool = false) {
        self.interval = interval
        leastRest = isStrict ? 1 : max(1, interval / 2)
    }

    /// Returns the time at which the frame is shown again, in ticks of the recording's track.
    /// - Parameters:
    ///   - shown: The time at which the frame was last shown.
    ///   - end: The time at which the next frame is shown or the change ends.
    /// - Returns: The time, or nil if `end` comes too soon after it.
    package func time(after shown: Int64, until end: Int64) -> Int64? {
        guard end - shown >= interval + leastRest else { return nil }
        return shown + interval
    }
}
