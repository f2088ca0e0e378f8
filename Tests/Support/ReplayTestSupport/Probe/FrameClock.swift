import MediaTime

/// A frame of a video stream, with the time at which it was drawn.
public struct FrameClock: Hashable, Sendable {
    /// The presentation time of the frame.
    public let time: MediaTime
    /// The value of its barcode, in microseconds of CLOCK_MONOTONIC; nil if it cannot be read.
    public let clock: UInt64?

    /// Creates a frame from its times.
    public init(time: MediaTime, clock: UInt64?) {
        self.time = time
        self.clock = clock
    }
}
