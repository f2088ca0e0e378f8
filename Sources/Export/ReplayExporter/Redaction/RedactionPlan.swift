public import MediaTime
import ReplayLibrary
import ReplayMovie

/// What a redaction does, before it is done. Times are on the recording's clock.
public struct RedactionPlan: Codable, Sendable, Equatable {
    /// What is done to a track of the movie.
    public struct Track: Codable, Sendable, Equatable {
        /// Its place in the movie, from 0.
        public let track: Int
        /// Its title, where it has one.
        public let title: String?
        /// What is covered or silenced: the frames that are on the screen in the range, as long as they are; audio a little
        /// wider than it.
        public let range: TimeRange
        /// Packets that are encoded anew.
        public let packets: Int
        /// All that it has.
        public let allPackets: Int
        /// GOPs of which frames are encoded anew; nil for audio.
        public let gops: Int?
    }

    /// The recording.
    public let recording: String
    /// What was asked for.
    public let range: TimeRange
    /// What is done to the movie, track by track.
    public let tracks: [Track]
    /// The paths of files and folders that go: what was made of the recording and can be made again, and copies of it.
    public let removes: [String]
    /// Earlier exports, which are not changed: files and folders that are there still.
    public internal(set) var exports: [String]
    /// The movie's size in bytes: so much space on the disk it takes to write it anew.
    public let bytes: Int64
}

extension RedactionPlan {
    init(_ redaction: Redaction, _ work: RedactionWork, _ recording: Recording, removes: [String]) throws {
        self.recording = recording.id.description
        range = redaction.range
        tracks = work.videos.map { Track($0, work.movie) } + work.audios.map { Track($0, work.movie) }
        self.removes = removes
        exports = try recording.exportPaths
        bytes = recording.movieSize
    }
}

extension RedactionPlan {
    /// When frames of the screen are covered, or were asked to be; nil: they are not.
    func coveredRange(of movie: MovieReader) -> TimeRange? {
        tracks.first { $0.track == movie.index.videoTrack }.map {
            TimeRange(start: min($0.range.start, range.start), end: max($0.range.end, range.end))
        }
    }
}

extension RedactionPlan {
    /// The range in which audio is silent, or was asked to be.
    var silencedRange: TimeRange {
        tracks.lazy.filter { $0.gops == nil }.map(\.range).reduce(range) {
            TimeRange(start: min($0.start, $1.start), end: max($0.end, $1.end))
        }
    }
}

extension RedactionPlan.Track {
    init(_ video: RedactedFrames, _ movie: MovieReader) {
        let index = movie.index.tracks[video.track]
        let next = index.samples.lazy.map(\.pts).filter { $0 > video.covered.upperBound }.min()
        let end = next ?? max(index.end, video.covered.upperBound + 1)
        self.init(
            track: video.track, title: movie.streams[video.track].title,
            range: TimeRange(video.covered.lowerBound..<end, timescale: index.timescale), packets: video.encoded.count,
            allPackets: index.samples.count, gops: video.video.gops.gops.count { $0.samples.overlaps(video.encoded) })
    }

    init(_ audio: RedactedTrack, _ movie: MovieReader) {
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
