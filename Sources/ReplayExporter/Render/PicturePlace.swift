/// A picture of a plan: from where in the recording it is shown.
struct PicturePlace: Sendable, Equatable {
    /// The place of its span among the plan's.
    var span: Int
    /// In ticks of the recording's track.
    var time: Int64
}
