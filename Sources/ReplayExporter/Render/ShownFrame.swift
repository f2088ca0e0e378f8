/// A frame of the recording, and when the output shows it.
struct ShownFrame<Frame: Sendable>: Sendable {
    let screen: Frame
    /// What the camera shows with it.
    let camera: Frame?
    /// Where it comes from.
    let place: FramePosition
    /// In ticks of the output.
    let start: Int64
    let end: Int64
}
