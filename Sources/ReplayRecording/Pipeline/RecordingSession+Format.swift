package import MediaTime
package import ReplayMovie

extension RecordingSession {
    /// What the movie will hold.
    package struct Format: Sendable {
        package var width: Int
        package var height: Int
        /// The ceiling of the frame rate, 1...240.
        package var framesPerSecond: Int
        package var audio: [AudioSource]
        /// Whether both audio tracks together are a track as well, where there are two.
        package var hasMix: Bool
        /// How much of the movie's end is kept while it is made; nil: all of it.
        package var keptLength: MediaTime?
        /// Whether a proxy is written along, where the whole movie is kept.
        package var hasProxy: Bool

        /// The place of a camera's track: behind the screen, the audio tracks and their mix.
        package var cameraIndex: Int { 1 + audio.count + (hasMix ? 1 : 0) }

        package init(
            width: Int, height: Int, framesPerSecond: Int, audio: [AudioSource], hasMix: Bool = false,
            keptLength: MediaTime? = nil, hasProxy: Bool = false
        ) {
            self.width = width
            self.height = height
            self.framesPerSecond = framesPerSecond
            self.audio = audio
            self.hasMix = hasMix && audio.count > 1
            self.keptLength = keptLength
            self.hasProxy = hasProxy
        }
    }
}
