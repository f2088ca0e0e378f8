import MediaTime

/// A frame of a video stream and when its frame was drawn.
public struct FrameClock: Hashable, Sendable {
    /// When the frame is shown.
    public let time: MediaTime
    /// What its barcode says, in microseconds of CLOCK_MONOTONIC; `nil` when it cannot be read.
    public let clock: UInt64?

    /// A frame from its times.
    public init(time: MediaTime, clock: UInt64?) {
        self.time = time
        self.clock = clock
    }
}
