public import MediaTime
import ReplayLibrary
import ReplayMovie

/// The effects of a redaction, computed before it runs. Times are on the recording's clock.
public struct RedactionPlan: Codable, Sendable, Equatable {
    /// The changes to a track of the movie.
    public struct Track: Codable, Sendable, Equatable {
        /// The index of the track in the movie, from 0.
        public let track: Int
        /// The title of the track, if it has one.
        public let title: String?
        /// The range that is covered or silenced. For video, it is the whole duration of the frames that are on the
        /// screen in the range. For audio, it is a little wider than the range.
        public let range: TimeRange
        /// The number of packets that are re-encoded.
        public let packets: Int
        /// The number of all packets of the track.
        public let allPackets: Int
        /// The number of GOPs with re-encoded frames, or nil for audio.
        public let gops: Int?
    }

    /// The id of the recording.
    public let recording: String
    /// The requested range.
    public let range: TimeRange
    /// The changes to each track of the movie.
    public let tracks: [Track]
    /// The paths of files and folders to remove: those that can be made again from the recording, and copies of it.
    public let removes: [String]
    /// The paths of earlier exports that still exist. They are not changed.
    public internal(set) var exports: [String]
    /// The size of the movie, in bytes. The new movie needs as much disk space.
    public let bytes: Int64
}

extension RedactionPlan {
    init(_ redaction: Redaction, work: RedactionWork, recording: Recording, removes: [String]) throws {
        self.recording = recording.id.description
        range = redaction.range
        tracks = work.videos.map { Track($0, in: work.movie) } + work.audios.map { Track($0, in: work.movie) }
        self.removes = removes
        exports = try recording.exportPaths()
        bytes = recording.movieSize()
    }
}

extension RedactionPlan {
    /// Returns the union of the range of covered frames of the screen and the requested range. Returns nil if no frames
    /// of the screen are covered.
    func coveredRange(of movie: MovieReader) -> TimeRange? {
        tracks.first { $0.track == movie.index.videoTrack }.map {
            TimeRange(start: min($0.range.start, range.start), end: max($0.range.end, range.end))
        }
    }
}

extension RedactionPlan {
    /// The union of the ranges of silenced audio and the requested range.
    var silencedRange: TimeRange {
        tracks.lazy.filter { $0.gops == nil }.map(\.range).reduce(range) {
            TimeRange(start: min($0.start, $1.start), end: max($0.end, $1.end))
        }
    }
}

extension RedactionPlan {
    /// Returns the union of all covered and silenced ranges. The comments in it may quote what is removed. A range up to
    /// the movie's end also has the comments that came while the recording ended.
    func commentRange(of movie: MovieReader) -> TimeRange {
        let covered = coveredRange(of: movie) ?? silencedRange
        let range = TimeRange(
            start: min(covered.start, silencedRange.start), end: max(covered.end, silencedRange.end))
        let last = movie.index.tracks.map { MediaTime(value: $0.end, timescale: $0.timescale) }.max() ?? .zero
        return range.end < last ? range : TimeRange(start: range.start, end: .seconds(Self.afterAll))
    }

    /// A time in seconds that is later than any comment.
    private static let afterAll: Int64 = 1_000_000_000
}

extension RedactionPlan.Track {
    init(_ video: RedactedFrames, in movie: MovieReader) {
        let index = movie.index.tracks[video.track]
        let next = index.samples.lazy.map(\.pts).filter { $0 > video.covered.upperBound }.min()
        let end = next ?? max(index.end, video.covered.upperBound + 1)
        self.init(
            track: video.track, title: movie.streams[video.track].title,
            range: TimeRange(video.covered.lowerBound..<end, timescale: index.timescale), packets: video.encoded.count,
            allPackets: index.samples.count, gops: video.video.gops.gops.count { $0.samples.overlaps(video.encoded) })
    }

    init(_ audio: RedactedTrack, in movie: MovieReader) {
        let index = movie.index.tracks[audio.track]
        let samples = max(0, audio.range.samples.lowerBound)..<min(index.end, audio.range.samples.upperBound)
        self.init(
            track: audio.track, title: movie.streams[audio.track].title,
            range: TimeRange(samples, timescale: index.timescale), packets: audio.range.packets.count,
            allPackets: index.samples.count, gops: nil)
    }
}

extension TimeRange {
    fileprivate init(_ ticks: Range<Int64>, timescale: Int32) {
        self.init(
            start: MediaTime(value: max(0, ticks.lowerBound), timescale: timescale),
            end: MediaTime(value: max(0, ticks.upperBound), timescale: timescale))
    }
}
