/// A segment of a media playlist: its URI and the values of the tags before it (RFC 8216, 4.3.2).
package struct PlaylistSegment: Sendable, Equatable {
    package let uri: String
    /// The EXTINF, or zero if it is missing or not a number.
    package let duration: Seconds
    package var byteRange: ByteRange?
    /// The EXT-X-MAP that applies, or nil if there is none before the segment.
    package var map: MediaMap?
    /// The attributes of the EXT-X-KEY that applies, or nil if the segment is not encrypted.
    package var key: AttributeList?
    /// True if EXT-X-DISCONTINUITY is before the segment.
    package var isDiscontinuous = false
    /// True if the playlist marks the segment as not available (EXT-X-GAP).
    package var isGap = false
    /// The date of the first frame, in ISO 8601 (EXT-X-PROGRAM-DATE-TIME).
    package var programDateTime: String?
    /// The parts of the segment. Playlists list them only near their end.
    package var parts: [PlaylistPart] = []

    package init(uri: String, duration: Seconds) { (self.uri, self.duration) = (uri, duration) }

    package var isEncrypted: Bool { key != nil }
}
