package import MediaTime

/// The duration and frame size from a movie file's header.
package struct MovieOutline: Sendable {
    /// The duration of all its streams.
    package let duration: MediaTime
    /// The width of the video, in pixels.
    package let width: Int
    /// The height of the video, in pixels.
    package let height: Int

    package init(duration: MediaTime, width: Int, height: Int) {
        self.duration = duration
        self.width = width
        self.height = height
    }
}
