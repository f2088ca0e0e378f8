package import FFmpeg
package import MediaTime

/// A track that a movie is begun with.
package struct MovieTrack {
    package var parameters: CodecParameters
    /// The length of a tick of its packets' times, in seconds.
    package var timeBase: Rational
    /// Clockwise degrees that a player turns its frames: 0, 90, 180 or 270.
    package var rotation = 0
    /// The track's name in the file.
    package var title: String?

    /// The title of the track of a camera, by which it is known again.
    package static let cameraTitle = "Camera"

    /// The title of a track that holds all audio tracks of the others together, as an export is heard that takes all of them.
    package static let mixTitle = "Mix"

    package init(parameters: CodecParameters, timeBase: Rational, rotation: Int = 0, title: String? = nil) {
        self.parameters = parameters
        self.timeBase = timeBase
        self.rotation = rotation
        self.title = title
    }
}
