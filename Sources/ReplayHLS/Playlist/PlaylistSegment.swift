/// A segment of a media playlist: its URI, and what the tags before it say of it.
package struct PlaylistSegment: Sendable, Equatable {
    package let uri: String
    /// Where the URI stands.
    package let line: Int
    /// EXTINF; zero where it is missing or no number.
    package let duration: Seconds
    /// Where the EXTINF stands, or the URI in its place.
    package let durationLine: Int
    package let byteRange: ByteRange?
    package let map: MediaMap?
    /// Where EXT-X-DISCONTINUITY stands, if it stands before this segment.
    package let discontinuityLine: Int?
    package let isEncrypted: Bool
    /// Whether the playlist says that there is nothing to fetch.
    package let isGap: Bool
}

/// EXT-X-MAP: where the initialization section is (RFC 8216, 4.3.2.5).
package struct MediaMap: Sendable, Hashable {
    package let uri: String
    package let range: ByteRange?
    package let line: Int

    package static func == (first: MediaMap, second: MediaMap) -> Bool {
        first.uri == second.uri && first.range == second.range
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(uri)
        hasher.combine(range?.offset)
    }
}
