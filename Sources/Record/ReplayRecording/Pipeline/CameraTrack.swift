package import ReplayMovie

/// What a session knows of the camera that is recorded with it.
package struct CameraTrack: Sendable {
    /// For the movie's header.
    package let track: MovieTrack
    /// What is counted, for the status.
    package let counts: VideoTrack.Counts

    package init(_ track: MovieTrack, counts: VideoTrack.Counts) {
        self.track = track
        self.counts = counts
    }
}
