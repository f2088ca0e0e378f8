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
        /// How much of the movie's end is kept while it is made; nil: all of it.
        package var keptLength: MediaTime?
        /// Whether a proxy is written along, where the whole movie is kept.
        package var hasProxy: Bool

        package init(
            width: Int, height: Int, framesPerSecond: Int, sounds: [SoundKind], keptLength: MediaTime? = nil,
            hasProxy: Bool = false
        ) {
            self.width = width
            self.height = height
            self.framesPerSecond = framesPerSecond
            self.sounds = sounds
            self.keptLength = keptLength
            self.hasProxy = hasProxy
        }
    }
}
