/// A part of an export that is rendered by itself, and how it is found in the plan.
struct PlannedChunk: Sendable, Equatable {
    /// Its first frame: an IDR.
    let first: FramePosition
    /// Where it stands in the output, in ticks.
    var range: Range<Int64>
    /// Frames in it.
    var frames: Int
    /// See `FrameStretch`.
    let idBefore: UInt32?
    var idAfter: UInt32?
}
