/// The tags that the model knows (RFC 8216, 4.3; draft-pantos-hls-rfc8216bis, 4.4).
package enum TagName: String, Sendable {
    case header = "EXTM3U"
    case version = "EXT-X-VERSION"
    case independentSegments = "EXT-X-INDEPENDENT-SEGMENTS"
    case start = "EXT-X-START"
    case define = "EXT-X-DEFINE"

    // Media playlists.
    case targetDuration = "EXT-X-TARGETDURATION"
    case mediaSequence = "EXT-X-MEDIA-SEQUENCE"
    case discontinuitySequence = "EXT-X-DISCONTINUITY-SEQUENCE"
    case playlistType = "EXT-X-PLAYLIST-TYPE"
    case iFramesOnly = "EXT-X-I-FRAMES-ONLY"
    case serverControl = "EXT-X-SERVER-CONTROL"
    case partInf = "EXT-X-PART-INF"
    case skip = "EXT-X-SKIP"
    case dateRange = "EXT-X-DATERANGE"
    case endList = "EXT-X-ENDLIST"

    // Segments.
    case duration = "EXTINF"
    case byteRange = "EXT-X-BYTERANGE"
    case discontinuity = "EXT-X-DISCONTINUITY"
    case key = "EXT-X-KEY"
    case map = "EXT-X-MAP"
    case gap = "EXT-X-GAP"
    case programDateTime = "EXT-X-PROGRAM-DATE-TIME"
    case part = "EXT-X-PART"
    case preloadHint = "EXT-X-PRELOAD-HINT"
    case renditionReport = "EXT-X-RENDITION-REPORT"

    // Multivariant playlists.
    case sessionData = "EXT-X-SESSION-DATA"
    case sessionKey = "EXT-X-SESSION-KEY"
    case media = "EXT-X-MEDIA"
    case streamInf = "EXT-X-STREAM-INF"
    case iFrameStreamInf = "EXT-X-I-FRAME-STREAM-INF"
}
