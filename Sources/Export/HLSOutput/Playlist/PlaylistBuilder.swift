import HLSPlaylist
import MediaTime
import ReplayRendering

/// A builder of media playlists from renditions (RFC 8216, 4.3). `MediaPlaylist` writes their text.
struct PlaylistBuilder {
    /// The kind of content in the segments.
    enum Kind { case media, frames, text }

    /// The target duration, in seconds. The rounded duration of each segment in all playlists is at most this.
    let target: Int
    /// Returns the recording date of the frame at a time of the output, in ISO 8601, or nil if it is unknown. Nil if
    /// the playlists contain no dates.
    let date: ((Int64) -> String?)?

    /// Returns the playlist of a rendition, with the lowest version that supports its tags (RFC 8216, 7).
    func playlist(of media: RenditionMedia, as kind: Kind) -> MediaPlaylist {
        var playlist = MediaPlaylist()
        (playlist.targetDuration, playlist.mediaSequence, playlist.type, playlist.isEnded) = (target, 0, .vod, true)
        playlist.isIFramesOnly = kind == .frames
        playlist.hasIndependentSegments = kind == .media
        let map = media.header.map { MediaMap(uri: $0.uri, range: $0.range.map(ByteRange.init)) }
        playlist.segments = media.segments.map { segment in
            var entry = PlaylistSegment(uri: segment.uri, duration: Self.duration(of: segment))
            (entry.map, entry.byteRange) = (map, segment.range.map(ByteRange.init))
            entry.isDiscontinuous = segment.isDiscontinuous
            if kind == .media { entry.programDateTime = date?(segment.time.lowerBound) }
            return entry
        }
        playlist.version = playlist.versionNeed.version
        return playlist
    }

    /// Returns the target duration for the playlists of these renditions, in seconds.
    static func target(of renditions: [RenditionMedia]) -> Int {
        let longest = renditions.flatMap(\.segments).map { microseconds(of: $0) }.max() ?? 0
        return max(1, Int((longest + 500_000) / 1_000_000))
    }

    /// Returns the duration of a segment. Start and end are rounded instead of the duration, so that no sum is off by
    /// more than one microsecond.
    private static func microseconds(of segment: RenditionMedia.Segment) -> Int64 {
        func rounded(_ ticks: Int64) -> Int64 {
            MediaTime(value: ticks, timescale: ExportPlan.timescale).converted(to: 1_000_000, rounding: .nearest).value
        }
        return rounded(segment.time.upperBound) - rounded(segment.time.lowerBound)
    }

    private static func duration(of segment: RenditionMedia.Segment) -> Seconds {
        Seconds(nanoseconds: microseconds(of: segment) * 1000)
    }
}

extension ByteRange {
    fileprivate init(_ range: Range<Int>) { self.init(offset: Int64(range.lowerBound), length: Int64(range.count)) }
}
