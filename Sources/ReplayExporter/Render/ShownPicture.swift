import FFmpeg

/// A picture of the recording, and when the output shows it.
struct ShownPicture: Sendable {
    let screen: Frame
    /// What the camera shows with it.
    let camera: Frame?
    /// In ticks of the output.
    let start: Int64
    let end: Int64
}
