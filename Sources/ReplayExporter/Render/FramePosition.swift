/// A frame of a plan: from where in the recording it is shown.
struct FramePosition: Sendable, Equatable {
    /// The place of its span among the plan's.
    var span: Int
    /// In ticks of the recording's track.
    var time: Int64
}
