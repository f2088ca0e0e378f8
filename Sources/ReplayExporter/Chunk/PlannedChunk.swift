/// A part of an export that is rendered by itself, and how it is found in the plan.
struct PlannedChunk: Sendable, Equatable {
    /// Its first picture: an IDR.
    let first: PicturePlace
    /// Where it stands in the output, in ticks.
    var range: Range<Int64>
    /// Pictures in it.
    var frames: Int
    /// See `PictureStretch`.
    let idBefore: UInt32?
    var idAfter: UInt32?
}
