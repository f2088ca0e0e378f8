import FFmpeg

/// A mixer that combines the samples of several tracks into one, frame by frame. Use it from one thread at a time.
protocol AudioMixing: AnyObject {
    /// Adds the next samples of a track.
    /// - Parameters:
    ///   - position: The first sample's position, in the track's rate.
    ///   - track: The index of the track among the mixed tracks.
    func add(_ frame: Frame, at position: Int64, of track: Int) throws
    /// Marks the end of all tracks.
    func end() throws
    /// Returns the next frame of the mix with its PTS. Returns nil if more samples must be added first, or after the
    /// last frame.
    func nextFrame() throws -> Frame?
}
