/// When a frame is shown again that stays on the screen, while what is done to it changes from instant to instant.
///
/// It goes by when the frame was shown last and by nothing else: so it is the same from any frame on, and in the preview.
struct FrameRepetition: Sendable, Equatable {
    /// From one frame to the next at most, in ticks of the recording's track, above 0.
    let interval: Int64

    /// When the frame is shown again, in ticks of the recording's track.
    /// - Parameters:
    ///   - shown: when it was shown last.
    ///   - end: when another one is, or when the change ends.
    /// - Returns: nil where that comes soon enough.
    func time(after shown: Int64, until end: Int64) -> Int64? {
        guard end - shown >= interval + max(1, interval / 2) else { return nil }
        return shown + interval
    }
}
