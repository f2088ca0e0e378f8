import FFmpeg

/// A decoded frame of a camera.
struct CameraFrame {
    let frame: Frame
    /// When it was taken, as far as that is known.
    let time: HostTime
}
