public import MediaTime
public import ReplayLibrary

/// A description of a recording's movie, for people and programs.
public struct MovieDescription: Codable, Sendable {
    /// A description of one track.
    public struct Track: Codable, Sendable {
        /// The kind: “video” or “audio”.
        public var kind: String
        /// The track’s name, or nil if it has none.
        public var title: String?
        /// The name of the codec, from FFmpeg.
        public var codec: String
        /// The coded width of frames, in pixels.
        public var width: Int?
        /// The coded height of frames, in pixels.
        public var height: Int?
        /// The clockwise angle by which a player rotates the frames: 0, 90, 180 or 270 degrees.
        public var rotation: Int?
        /// The width of displayed frames, after rotation and with square pixels.
        public var shownWidth: Int?
        /// The height of displayed frames, after rotation and with square pixels.
        public var shownHeight: Int?
        /// The sample rate of an audio track, in Hz.
        public var sampleRate: Int?
        /// The number of channels of an audio track.
        public var channels: Int?
        /// The number of frames or audio packets.
        public var samples: Int
        /// The number of frames at which decoding can begin.
        public var keyframes: Int?

        /// A description of the track in one line.
        public var summary: String {
            let shape =
                frameShape.map { "\($0), \(samples) frames, \(keyframes ?? 0) keyframes" }
                ?? "\(sampleRate ?? 0) Hz, \(channels ?? 0) channels"
            return "\(codec), \(shape)" + (title.map { ", \($0)" } ?? "")
        }

        /// The size of displayed frames, and their coded size and rotation if these differ; nil for audio.
        private var frameShape: String? {
            guard let width, let height, let shownWidth, let shownHeight else { return nil }
            let seen = "\(shownWidth)x\(shownHeight)"
            guard seen != "\(width)x\(height)" else { return seen }
            let turn = rotation.map { $0 == 0 ? "" : ", rotated by \($0)°" } ?? ""
            return "\(seen) (coded as \(width)x\(height)\(turn))"
        }
    }

    /// The duration of the recording.
    public var duration: MediaTime
    /// True if the file ends within a fragment, as after a crash.
    public var isTruncated: Bool
    /// The tracks in the file’s order.
    public var tracks: [Track]
}

extension Recording {
    /// Describes the movie of the recording.
    /// - Throws: `FileSystemError`, `MovieError`.
    public func describeMovie() throws -> MovieDescription {
        let movie = try openMovie()
        let tracks = zip(movie.index.tracks, movie.streams).map { track, stream in
            let (isVideo, parameters) = (track.kind == .video, stream.parameters)
            return MovieDescription.Track(
                kind: stream.kind.rawValue, title: stream.title, codec: parameters.codecName,
                width: isVideo ? parameters.width : nil, height: isVideo ? parameters.height : nil,
                rotation: isVideo ? stream.rotation : nil,
                shownWidth: isVideo ? stream.shownSize.width : nil,
                shownHeight: isVideo ? stream.shownSize.height : nil, sampleRate: isVideo ? nil : parameters.sampleRate,
                channels: isVideo ? nil : parameters.channelCount, samples: track.samples.count,
                keyframes: isVideo ? track.samples.count(where: \.isKeyframe) : nil)
        }
        return MovieDescription(
            duration: duration(of: movie.index), isTruncated: movie.index.isTruncated, tracks: tracks)
    }
}
