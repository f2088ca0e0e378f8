/// One frame that a scene drew.
public struct DrawnFrame: Codable, Hashable, Sendable {
    /// When it was drawn, as its barcode says: microseconds of CLOCK_MONOTONIC just before the drawing.
    public let time: UInt64
    /// When the X server had it on the screen for certain, in the same clock. Captures that began after this show it.
    public let finished: UInt64
}
