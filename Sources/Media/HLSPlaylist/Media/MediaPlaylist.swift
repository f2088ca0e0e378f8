/// A media playlist: the segments of a rendition (RFC 8216, 4.3.2 and 4.3.3).
package struct MediaPlaylist: Sendable, Equatable {
    /// The EXT-X-PLAYLIST-TYPE.
    package enum PlaylistType: String, Sendable {
        case vod = "VOD"
        case event = "EVENT"
    }

    package var version: Int?
    /// The maximum rounded duration of a segment, in seconds.
    package var targetDuration: Int?
    package var mediaSequence: Int?
    package var discontinuitySequence: Int?
    package var type: PlaylistType?
    package var isIFramesOnly = false
    package var hasIndependentSegments = false
    package var serverControl: ServerControl?
    /// The maximum duration of a part (EXT-X-PART-INF), or nil if the playlist has no parts.
    package var partTarget: Seconds?
    /// The number of segments at the start that a delta update leaves out (EXT-X-SKIP); 0 in a full playlist.
    package var skippedSegments = 0
    package var segments: [PlaylistSegment] = []
    /// The segment at the end that is not complete, or nil if there is none.
    package var pending: PendingSegment?
    package var preloadHints: [PreloadHint] = []
    package var renditionReports: [RenditionReport] = []
    /// True if no segment will be added (EXT-X-ENDLIST).
    package var isEnded = false

    package init() {}

    /// True if segments may still be added.
    package var isLive: Bool { !isEnded && type != .vod }

    /// The sum of all EXTINF.
    package var duration: Seconds { segments.reduce(.zero) { $0 + $1.duration } }

    /// The start of each segment and the end of the last one, computed from EXTINF.
    package var boundaries: [Seconds] {
        segments.reduce(into: [.zero]) { $0.append(($0.last ?? .zero) + $1.duration) }
    }
}
