package import MediaTime
package import ReplayMovie

extension RecordingSession {
    /// What the movie will hold.
    package struct Format: Sendable {
        package var width: Int
        package var height: Int
        /// The ceiling of the picture rate, 1...240.
        package var framesPerSecond: Int
        package var sounds: [SoundKind]
        /// Whether both sounds together are a track as well, where there are two.
        package var hasMix: Bool
        /// How much of the movie's end is kept while it is made; nil: all of it.
        package var keptLength: MediaTime?
        /// Whether a proxy is written along, where the whole movie is kept.
        package var hasProxy: Bool

        /// The place of a camera's track: behind the screen, the sounds and their mix.
        var cameraIndex: Int { 1 + sounds.count + (hasMix ? 1 : 0) }

        package init(
            width: Int, height: Int, framesPerSecond: Int, sounds: [SoundKind], hasMix: Bool = false,
            keptLength: MediaTime? = nil, hasProxy: Bool = false
        ) {
            self.width = width
            self.height = height
            self.framesPerSecond = framesPerSecond
            self.sounds = sounds
            self.hasMix = hasMix && sounds.count > 1
            self.keptLength = keptLength
            self.hasProxy = hasProxy
        }
    }
}
