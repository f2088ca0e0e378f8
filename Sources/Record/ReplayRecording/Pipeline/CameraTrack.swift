package import ReplayMovie

/// A camera's track as its session sees it.
package struct CameraTrack: Sendable {
    /// The track's description for the movie's header.
    package let track: MovieTrack
    /// The frame counts, for the status.
    package let counts: VideoTrack.Counts

    package init(_ track: MovieTrack, counts: VideoTrack.Counts) {
        self.track = track
        self.counts = counts
    }
}
