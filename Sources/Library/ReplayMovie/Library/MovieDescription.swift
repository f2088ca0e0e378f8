public import MediaTime
public import ReplayLibrary

/// What a recording's movie holds, for people and programs to read.
public struct MovieDescription: Codable, Sendable {
    /// One track.
    public struct Track: Codable, Sendable {
        /// “video” or “audio”.
        public var kind: String
        /// The track’s name, where it has one.
        public var title: String?
        /// FFmpeg's name of the codec.
        public var codec: String
        /// The width of frames as they are coded, in pixels.
        public var width: Int?
        /// The height of frames as they are coded, in pixels.
        public var height: Int?
        /// The angle by which a player turns the frames clockwise: 0, 90, 180 or 270 degrees.
        public var rotation: Int?
        /// The width of frames as they are seen, turned and with square pixels.
        public var shownWidth: Int?
        /// The height of frames as they are seen.
        public var shownHeight: Int?
        /// In Hz, of audio.
        public var sampleRate: Int?
        /// Of audio.
        public var channels: Int?
        /// Frames or audio packets.
        public var samples: Int
        /// Frames at which decoding can begin.
        public var keyframes: Int?

        /// The track in a line.
        public var summary: String {
            let shape =
                frameShape.map { "\($0), \(samples) frames, \(keyframes ?? 0) keyframes" }
                ?? "\(sampleRate ?? 0) Hz, \(channels ?? 0) channels"
            return "\(codec), \(shape)" + (title.map { ", \($0)" } ?? "")
        }

        /// The size of frames as they are seen, and how they are coded if that is another size; nil for audio.
        private var frameShape: String? {
            guard let width, let height, let shownWidth, let shownHeight else { return nil }
            let seen = "\(shownWidth)x\(shownHeight)"
            guard seen != "\(width)x\(height)" else { return seen }
            let turn = rotation.map { $0 == 0 ? "" : ", turned by \($0)°" } ?? ""
            return "\(seen) (coded as \(width)x\(height)\(turn))"
        }
    }

    /// How long the recording is.
    public var duration: MediaTime
    /// Whether the file ends within a fragment, as after a crash.
    public var isTruncated: Bool
    /// In the file’s order.
    public var tracks: [Track]
}

extension Recording {
    /// Looks into the movie.
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
