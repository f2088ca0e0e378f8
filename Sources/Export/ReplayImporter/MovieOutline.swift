package import MediaTime

/// The duration and frame size from a movie file's header.
package struct MovieOutline: Codable, Sendable {
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

    /// True if a movie can have these values.
    var isPossible: Bool {
        let sizes = 1...(1 << 16)
        return duration >= .zero && sizes.contains(width) && sizes.contains(height)
    }

    /// Reads the header of a movie file in this process.
    init(of path: String) throws {
        let source = try ImportSource.demuxer(path)
        let video = try TrackChoice(of: source, path: path).tracks[0].parameters
        let length = source.playedMicroseconds.flatMap { MediaTime(ticks: $0, in: .oneOver(1_000_000)) }
        self.init(duration: length ?? .zero, width: max(1, video.width), height: max(1, video.height))
    }
}
