package import FFmpeg
package import MediaTime

/// A decoded frame of a camera.
package struct CameraFrame {
    package let frame: Frame
    /// When it was taken, as far as that is known.
    package let time: HostTime
}
