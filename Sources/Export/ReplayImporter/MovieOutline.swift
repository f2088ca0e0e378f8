package import MediaTime

/// What a movie file's header says of it.
package struct MovieOutline: Sendable {
    /// Of all its streams.
    package let duration: MediaTime
    /// In pixels.
    package let width: Int
    /// In pixels.
    package let height: Int

    package init(duration: MediaTime, width: Int, height: Int) {
        self.duration = duration
        self.width = width
        self.height = height
    }
}
