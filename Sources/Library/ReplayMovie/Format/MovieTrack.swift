package import FFmpeg
package import MediaTime

/// The description of a track of a new movie.
package struct MovieTrack {
    package var parameters: CodecParameters
    /// The duration of one tick of the packets' times, in seconds.
    package var timeBase: Rational
    /// The clockwise angle by which a player rotates the frames, in degrees: 0, 90, 180 or 270.
    package var rotation = 0
    /// The track's name in the file.
    package var title: String?

    /// The title that identifies a camera's track.
    package static let cameraTitle = "Camera"

    /// The title of a track with the mix of all other audio tracks, as an export of all of them has it.
    package static let mixTitle = "Mix"

    package init(parameters: CodecParameters, timeBase: Rational, rotation: Int = 0, title: String? = nil) {
        self.parameters = parameters
        self.timeBase = timeBase
        self.rotation = rotation
        self.title = title
    }
}
