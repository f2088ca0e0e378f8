import FFmpeg

/// A decoded picture of a camera.
struct CameraPicture {
    let frame: Frame
    /// When it was taken, as far as that is known.
    let time: HostTime
}
